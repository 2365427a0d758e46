// The types of all messages between the page and the house. `make messages` writes this file from the Python schemas.

/** An account of the ledger. */
export interface AccountSeen {
	account: string;
	/** cents */
	holds: number;
}

/** What the coach says to a seat that is asked, at a sequence; no more than that seat can know is looked at. */
export interface Advised {
	table: string;
	seq: number;
	seat: number;
	stage: string;
	actions: Valued[];
	/** the wagers that it speaks of; others no choice changes */
	wagers: Record<string, number>;
}

/** An analysis: how far it is, and what it found once it is done. */
export interface Analysed {
	id: string;
	status: "done" | "failed" | "refused" | "waiting" | "working";
	/** of the piece of work that it is at */
	percent: number;
	/** about how long that takes still, if anybody can tell */
	seconds: number | null;
	/** why it was refused, or failed */
	detail: string;
	accepted: string;
	/** as `croupier analyze --json`, with `summary` and `readings` */
	result: Record<string, any> | null;
}

/** What is to be analysed: a rulebook with options, or a submission as a file has it. */
export interface Analysing {
	rulebook?: string;
	options?: Record<string, any>;
	/** TOML, as `croupier submission new` writes it */
	submission?: string;
	hands?: number | null;
	/** what is staked together, by wager */
	stakes?: Record<string, number>;
	meter?: number | null;
	/** also what each version, pay table and reading is worth */
	readings?: boolean;
	/** also the PAR sheet, to be fetched when it is done */
	sheet?: boolean;
}

/** It was carried out, and stands on record there. */
export interface Answered {
	request: string;
	seq: number;
}

/** A request that needs no more than its id. */
export interface Asking {
	/** an id of the sender's own, new for each command */
	request: string;
	expects?: number | null;
}

/** It is not ready yet: ask again in so many seconds. */
export interface Awaited {
	status: "getting ready";
	/** about how long it takes still */
	seconds: number;
}

/** More chips from the wallet. */
export interface Buying {
	/** an id of the sender's own, new for each command */
	request: string;
	/** whole cents, from the wallet */
	amount: number;
	expects?: number | null;
}

/** Money that came from the cage, or went back there. */
export interface CageLine {
	/** house time, in milliseconds */
	at: number;
	what: string;
	/** cents */
	amount: number;
}

/** An irregularity that can be called, and the clauses that say what it leads to; without any, the floor says. */
export interface CallSeen {
	what: string;
	means: string;
	clauses: string[];
}

/** What the last round came to. */
export interface CameTo {
	round: number;
	void: boolean;
	dealer: string[];
	community: string[];
	seats: HandSeen[];
}

/** Where the record stands, at a look: `croupier house verify` goes through all of it. */
export interface Chain {
	streams: StreamEnd[];
	log: LogEnd | null;
}

/** A clause in two editions, and what it says in each. */
export interface Changed {
	old: string;
	new: string;
	before: string;
	now: string;
	/** word by word, which went and which came */
	words: Record<string, any>[];
}

/** Another role. */
export interface ChangingRole {
	role: string;
}

/** What the player who is asked may do, and what it costs. */
export interface Choice {
	choice: string;
	/** what it costs, in cents */
	costs: Record<string, any> | number;
	discards: boolean | number;
	/** the wager that comes back by it, by its title; none of most */
	back: string;
}

/** A clause. */
export interface ClauseSeen {
	id: string;
	says: string;
}

/** House time, and until when somebody is waited for. */
export interface ClockSeen {
	now: number;
	waits: Waited | null;
}

/** A table of the house's settings that is not open. */
export interface ClosedTable {
	table: string;
	rulebook: string;
}

/** What can be asked, each command as JSON Schema by its name. */
export interface Commands {
	commands: Record<string, Record<string, any>>;
}

/** A wallet or a tray is put right, up or down, with the reason. */
export interface Correcting {
	/** an id of the sender's own, new for each command */
	request: string;
	/** `wallet/PERSON` or `tray/TABLE` */
	account: string;
	/** whole cents, from the wallet */
	amount: number;
	up: boolean;
	reason: string;
}

/** Who deals at a table; the house itself, or nobody yet, has no name. */
export interface DealerSeen {
	table: string;
	name: string;
	/** house time, in milliseconds; 0 if nobody is signed on */
	since: number;
	you: boolean;
}

/** A deck at a table, and how far it is on its way into play. */
export interface DeckAtGlance {
	back: string;
	status: string;
}

/** The faces of a deck, each once, with their names in words. */
export interface DeckSeen {
	name: string;
	faces: Record<string, string>;
	/** the face of each card by its number */
	order: string[];
}

/** What an edition changed of another. */
export interface Differences {
	old: string;
	new: string;
	changed: Changed[];
	dropped: ClauseSeen[];
	added: ClauseSeen[];
	renumbered: Renumbered[];
	unchanged: number;
	options: string[];
	rulings: string[];
}

/** What is practised: a rulebook, with options such as the way of dealing, and how often something goes wrong. */
export interface Drill {
	rulebook: string;
	options?: Record<string, any>;
	/** at which players play by themselves */
	seats?: number;
	/** in so many of a hundred rounds something goes wrong */
	trouble?: number;
}

/** What the table waits for. */
export interface Due {
	who: string;
	do: string;
	seat?: number | null;
}

/** A decision, as the player sees it who is asked: `??` is a card that is hidden. */
export interface Exercise {
	stage: string;
	cards: string[];
	/** own cards that were put away before */
	discard: string[];
	dealer: string[];
	community: string[];
	/** what was chosen before in this round */
	decisions: string[];
	wagers: Record<string, number>;
	actions: Tried[];
	/** all of it in sentences */
	says: string;
}

/** Some decisions of a rulebook, drawn by what players lose there. */
export interface Exercises {
	rulebook: string;
	title: string;
	/** the faces of the deck, with their names in words */
	faces: Record<string, string>;
	exercises: Exercise[];
}

/** The step that is due, by which clauses, and what hands and eyes do besides. */
export interface Expected {
	do: string;
	clauses: string[];
	by_hand: Instruction[];
}

/** Why a session leaves the house as a recording, and up to which round, if not all of it. */
export interface Exporting {
	reason: string;
	round?: number | null;
}

/** The figures of tables for a time. */
export interface FiguresSeen {
	/** house time, in milliseconds */
	since: number;
	/** house time, in milliseconds */
	before: number;
	tables: TableFigures[];
}

/** A form: each field by its name; what is left out or empty is as the rulebook has it. */
export interface Filled {
	rulebook: string;
	fields?: Record<string, string>;
}

/** The tables that one supervises: those first that wait for a ruling; and those that are closed. */
export interface FloorSeen {
	tables: Glance[];
	closed: ClosedTable[];
}

/** A form as it was filled in. */
export interface FormSeen {
	rulebook: string;
	stands: boolean;
	/**
	 * name, title, group (the title of those that belong together), kind (choice, number, money, text, odds or
	 * prize), holds (what is so now), clauses, values (of a choice, with their meanings), ruling, and whether it is
	 * open to be decided
	 */
	fields: Record<string, any>[];
	objections: ObjectionSeen[];
	options: Record<string, any>;
	/** TOML, as `house.toml` and `croupier submission check` take it */
	submission: string;
	sign: Record<string, any>;
}

/** Where words stand, and how many places were left off. */
export interface Found {
	hits: Hit[];
	left_off: number;
}

/** A table at a glance, as the floor sees it. */
export interface Glance {
	table: string;
	session: string;
	seq: number;
	rulebook: string;
	title: string;
	phase: string;
	round: number;
	due: Due;
	/** what waits for a ruling */
	pending: string[] | null;
	devices: Record<string, string>;
	decks: DeckAtGlance[];
	dealt_by: string;
	dealer: OnDuty | null;
	/** whether it is closed when the round is over */
	closing: boolean;
	seats: SeatAtGlance[];
	/** how many seats the table has, taken or not */
	places: number;
}

/** What somebody staked in a round, and what came of it; of others a player is told nothing here. */
export interface HandPlayed {
	seat: number;
	/** the id of a person, which says nothing */
	person: string;
	/** as it is now; nothing once the account is closed */
	name: string;
	/** cents */
	staked: number;
	/** cents */
	net: number;
}

/** A hand of the round before. */
export interface HandSeen {
	seat: number;
	name: string;
	cards: string[];
	discard: string[];
	decisions: string[];
	ending: string;
	wagers: Record<string, number>;
	lines: Record<string, any>[];
	limits: Record<string, any>[];
	/** cents */
	net: number;
}

/** An event. */
export interface Happening {
	kind: string;
	data: Record<string, any>;
}

/** Whether the house is well. */
export interface Health {
	status: string;
}

/** Every card that is dealt. */
export interface Hidden {
	round: number;
	dealer: string[];
	community: string[];
	seats: HiddenHand[];
}

/** A seat's cards. */
export interface HiddenHand {
	seat: number;
	cards: string[];
	discard: string[];
}

/** An account that was made: its one-time password is told this once, and is good for a day. */
export interface Hired {
	/** the id of a person, which says nothing */
	person: string;
	login: string;
	password: string;
	/** house time, in milliseconds */
	expires: number;
}

/** An account for somebody. */
export interface Hiring {
	name: string;
	login: string;
	role: string;
}

/** A place where all the words stand. */
export interface Hit {
	rulebook: string;
	what: string;
	id: string;
	says: string;
}

/** A transaction of the cage that stands on record. */
export interface InLedger {
	request: string;
	seq: number;
}

/** What a person at the table has to do now. */
export interface Instruction {
	says: string;
	clauses: string[];
}

/** What a client needs to draw a table. */
export interface Layout {
	table: string;
	rulebook: string;
	title: string;
	jurisdiction: string;
	short: string;
	seats: number;
	two_places: boolean;
	dealt_by: string;
	/** whether players may ask the coach here */
	coach: boolean;
	wagers: Spot[];
	/** the least that a round is played for */
	least: Record<string, number>;
	deck: DeckSeen;
	cards: Places;
	pace: Pace;
	/** by what may wait for a ruling */
	waits: Record<string, Waits>;
	calls: CallSeen[];
}

/** What the floor may rule, and what it leads to. */
export interface Leads {
	choice: string;
	means: string;
	/** by which it does */
	ruling: string;
	/** whether the house rules so where nobody supervises */
	unsupervised: boolean;
}

/** Some accounts by name; `after` is where the next page begins, if there is one. */
export interface Ledger {
	accounts: AccountSeen[];
	after: string;
}

/** A lesson as its learner sees it: what goes wrong is to be noticed, and told to nobody. */
export interface LessonSeen {
	/** how far it is */
	at: number;
	/** whether the round is over, and the next may begin */
	over: boolean;
	steps: string[];
	/** nothing is, when the round is over */
	due: Expected | null;
	wrong: Turned | null;
	layout: Layout;
	view: View;
	events: Happening[];
	report: ReportSeen;
}

/** A table at a glance. */
export interface Listed {
	table: string;
	rulebook: string;
	title: string;
	jurisdiction: string;
	phase: string;
	round: number;
	seats: number;
	taken: number[];
	dealt_by: string;
	meter: number;
	session: string;
	notices: Record<string, any>[];
}

/** The house's log, and whether its last checkpoint is signed for the rounds that are in it. */
export interface LogEnd {
	origin: string;
	rounds: number;
	/** rounds that the next checkpoint takes up */
	waiting: number;
	checkpoint: string;
	/** house time, in milliseconds */
	at: number;
	stands: boolean;
}

/** The house's log. */
export interface LogSeen {
	origin: string;
	key: string;
	checkpoint: string;
}

/** How the log has gone on since a checkpoint. */
export interface LogSince {
	checkpoint: string;
	consistency?: string[];
	restore?: string[];
}

/** Why a round is looked at with what was hidden in it; as whom, if not with every card that was dealt. */
export interface LookingBack {
	reason: string;
	/** as this player saw it */
	person?: string;
	/** the sequence at which the part before ended */
	after?: number;
}

/** A program that was made; it comes in by the tokens that it is given. */
export interface MadeProgram {
	/** the id of a person, which says nothing */
	person: string;
	name: string;
	role: "auditor" | "dealer" | "floor" | "guest" | "manager" | "player";
}

/** A program with a role, which is a person of its own that all can see. */
export interface MakingProgram {
	name: string;
	role: string;
}

/** A token for a program: for what, for how many days, and what it is called. */
export interface MakingToken {
	scopes: string[];
	days: number;
	label?: string;
}

/** Something that was done wrongly, or missed. */
export interface Marked {
	result: string;
	what: string;
	clauses: string[];
}

/** Who one is to the house. */
export interface Me {
	person: string;
	name: string;
	role: "auditor" | "dealer" | "floor" | "guest" | "manager" | "player";
	program: boolean;
	scopes: string[];
	assigned: string[];
	expires: number;
	must_change: boolean;
	/** the actions that are allowed, for what is one's own and where assigned */
	may: string[];
	/** those of them that are allowed at every table and for everybody */
	anywhere: string[];
}

/** Chips that are brought to a table, or taken from it. */
export interface Moved {
	/** an id of the sender's own, new for each command */
	request: string;
	/** whole cents, from the wallet */
	amount: number;
}

/** Who is moved from a seat, to where, and why: another seat of the same table, or of another. */
export interface Moving {
	person: string;
	/** the number of a seat, from the dealer's left */
	seat: number;
	reason: string;
	/** the name of a table */
	table?: string;
}

/** A person by name, and whether it is a program. */
export interface Named {
	person: string;
	name: string;
}

/** The present password, and the one to come. */
export interface NewPassword {
	login: string;
	/** 12 to 200 characters of any kind */
	password: string;
	/** 12 to 200 characters of any kind */
	new: string;
}

/** A link that was made: it is told this once. */
export interface NewShare {
	id: string;
	/** the address of the round's public view, at this house */
	path: string;
}

/** Who comes in; without a name a guest is called Guest. */
export interface Newcomer {
	name?: string;
}

/** A significant event. */
export interface NotedSeen {
	seq: number;
	/** house time, in milliseconds */
	at: number;
	/** the id of a person, which says nothing */
	by: string;
	/** of who has done it, as it is now; nothing of the house itself */
	name: string;
	what: string;
	says: Record<string, any>;
}

/** What players are told before another submission takes the place of the one that a table is played by. */
export interface Notice {
	says: string;
	clause: string;
	/** the regulation by which it is owed */
	under: string;
	/** house time at which it may change, between rounds, in milliseconds */
	until: number;
}

/** What the rulebook does not allow, why, and what it would accept. */
export interface ObjectionSeen {
	/** the field that it is about */
	about: string;
	why: string;
	accepted: string;
	clauses: string[];
	rulings: string[];
}

/** A dealer who is signed on. */
export interface OnDuty {
	/** the id of a person, which says nothing */
	person: string;
	name: string;
	/** house time, in milliseconds */
	since: number;
}

/** The next round, for the lesson as it was seen. */
export interface Onward {
	/** how far the lesson was then */
	at: number;
}

/** A moment as the floor was told it, and every card that was dealt by then; or as a player was told it, alone. */
export interface Openly {
	told: SocketHappened;
	dealt: Hidden | null;
}

/** It is done, or will be when the round is over; it stands on record there. */
export interface Ordered {
	table: string;
	seq: number;
	/** `now`, or `after the round` */
	when: string;
}

/** One's own lesson and the drill that one was set, if there are any. */
export interface OwnLesson {
	lesson: LessonSeen | null;
	set: SetDrill | null;
}

/** A seat of one's own, what happens there when the round is over, and why. */
export interface OwnSeat {
	table: string;
	seat: number;
	/** leave, refuse, move, close or nothing */
	after: string;
	/** what the floor has said */
	reason: string;
	/** the table that one is moved to */
	to: string;
	to_seat: number;
}

/** All seats of one's own. */
export interface OwnSeats {
	places: OwnSeat[];
}

/** How long a table waits, and how long clients may take to show what happened; in milliseconds. */
export interface Pace {
	bet: number;
	decide: number;
	away: number;
	card: number;
	step: number;
}

/** Where somebody is signed in. */
export interface Pass {
	id: string;
	kind: string;
	scope: string;
	label: string;
	since: number;
	expires: number;
	this: boolean;
}

/** All of somebody's that are good. */
export interface Passes {
	passes: Pass[];
}

/** Some of those with an account; `after` is where the next page begins, if there is one. */
export interface PeopleSeen {
	people: PersonSeen[];
	after: string;
	/** the roles that can be given */
	roles: ("auditor" | "dealer" | "floor" | "guest" | "manager" | "player")[];
	/** the roles that work at tables to which they are assigned */
	assignable: ("auditor" | "dealer" | "floor" | "guest" | "manager" | "player")[];
}

/** Somebody with an account; a guest has no login. */
export interface PersonSeen {
	/** the id of a person, which says nothing */
	person: string;
	name: string;
	role: "auditor" | "dealer" | "floor" | "guest" | "manager" | "player";
	program: boolean;
	/** house time, in milliseconds */
	since: number;
	login: string;
	/** the password is for one time, and is to be changed */
	must_change: boolean;
	/** at which a dealer or floor works */
	tables: string[];
}

/** How many cards lie where when all are dealt. */
export interface Places {
	each: number;
	dealer: number;
	community: number;
}

/** What was refused (RFC 9457), why, by which clauses and rulings, and what would be accepted. */
export interface ProblemBody {
	title: string;
	status: number;
	detail: string;
	accepted: string;
	about: string;
	document: string;
	clauses: string[];
	rulings: string[];
	unsure?: boolean;
}

/** Why something is done, for the record. */
export interface Reason {
	reason: string;
}

/** The receipt of a round, which `croupier verify` checks. */
export interface Receipt {
	receipt: number;
	house: string;
	table: string;
	session: string;
	rulebook: string;
	round: number;
	void: boolean;
	source: string;
	publishes: string;
	faces: string[];
	shown: string;
	changes: string[];
	root: string;
	leaves: string[];
	shuffle: Record<string, any>;
	dealt: string[];
	cards: Record<string, any>[];
	head: string;
	checkpoint?: string;
	inclusion?: Record<string, any>;
}

/** All who are refused at a table, the latest first. */
export interface RefusedPeople {
	refused: RefusedSeen[];
}

/** Somebody who is refused at a table. */
export interface RefusedSeen {
	/** the id of a person, which says nothing */
	person: string;
	name: string;
	/** the id of a person, which says nothing */
	by: string;
	reason: string;
	/** house time, in milliseconds */
	at: number;
}

/** Who is refused at a table, and why; the person is told the reason. */
export interface Refusing {
	person: string;
	reason: string;
}

/** Another name. */
export interface Renaming {
	name: string;
}

/** A clause's numbers in two editions. */
export interface Renumbered {
	old: string;
	new: string;
}

/** What happened in a round, with every card that was dealt, or as one of its players saw it. */
export interface ReplayOpenly {
	table: string;
	session: string;
	round: number;
	rulebook: string;
	moments: Openly[];
	/** a sequence; 0 if that is all */
	after: number;
}

/** What happened in a round, as this viewer was told it; `after` is where to go on, if there is more. */
export interface ReplaySeen {
	table: string;
	session: string;
	round: number;
	rulebook: string;
	moments: SocketHappened[];
	/** a sequence; 0 if that is all */
	after: number;
}

/** How a lesson went, by clause, and what was not right. */
export interface ReportSeen {
	rulebook: string;
	rounds: number;
	clauses: Scored[];
	faults: Marked[];
}

/** A round that is over. */
export interface Round {
	table: string;
	session: string;
	round: number;
	rulebook: string;
	/** house time, in milliseconds */
	at: number;
	void: boolean;
	hands: HandPlayed[];
}

/** A round that was played. */
export interface RoundLine {
	/** house time, in milliseconds */
	at: number;
	table: string;
	session: string;
	round: number;
	void: boolean;
	seat: number;
	/** cents */
	staked: number;
	/** cents */
	net: number;
}

/** A round that is over, and what it came to as this viewer may know it. */
export interface RoundSeen {
	table: string;
	session: string;
	round: number;
	rulebook: string;
	title: string;
	/** house time, in milliseconds */
	at: number;
	seq: number;
	yours: number[];
	came: CameTo;
	/** what a client needs to draw it, whether the table is open or not */
	layout: Layout;
}

/** Some of the rounds that were found, the latest first; `after` is where the next page begins, if there is one. */
export interface Rounds {
	rounds: Round[];
	after: string;
}

/** A rulebook in a list; of its clauses, so many are kept in which way. */
export interface RulebookListed {
	id: string;
	title: string;
	jurisdiction: string;
	clauses: number;
	enforced: number;
	instructed: number;
	outside: number;
	/** stated and not kept yet */
	"not yet": number;
	follows?: string | null;
}

/** All of them. */
export interface Rulebooks {
	rulebooks: RulebookListed[];
}

/** A rulebook: clauses, wagers, pay tables, options and rulings. */
export interface Rules {
	id: string;
	title: string;
	jurisdiction: string;
	document: string;
	clauses: Record<string, any>[];
	wagers: Record<string, any>;
	tables: Record<string, any>[];
	limits: Record<string, any>[];
	options: Record<string, any>;
	rulings: Record<string, any>;
	terms?: Record<string, any>[];
}

/** How often what a clause asks for was done, done wrongly or missed; what none asks for has no clause. */
export interface Scored {
	clause: string;
	done: number;
	wrong: number;
	missed: number;
	/** that it took, together */
	milliseconds: number;
}

/** A seat that is taken, as the floor knows it. */
export interface SeatAtGlance {
	seat: number;
	/** the id of a person, which says nothing */
	person: string;
	name: string;
	program: boolean;
	away: boolean;
	/** cents */
	bankroll: number;
	/** cents */
	staked: number;
	/** what happens when the round is over: leave, refuse, move or nothing */
	after: string;
}

/** A seat that is taken. */
export interface SeatSeen {
	seat: number;
	name: string;
	/** cents; of others it is not told */
	bankroll: number | null;
	wagers: Record<string, number>;
	decisions: string[];
	cards: string[];
	discard: string[];
	collected: boolean;
	ending: string;
	away: boolean;
	ready: boolean;
	/** what each wager came to, as sentences with their clauses */
	lines: string[];
}

/** A session of a table. */
export interface SessionSeen {
	table: string;
	session: string;
	rulebook: string;
	/** house time, in milliseconds */
	opened: number;
	/** house time, in milliseconds; 0 while it is open */
	closed: number;
	rounds: number;
}

/** Some of the sessions, the latest first; `after` is where the next page begins, if there is one. */
export interface Sessions {
	sessions: SessionSeen[];
	after: string;
}

/** A drill that one was set, by whom and when. */
export interface SetDrill {
	drill: Drill;
	/** the name of the supervisor */
	by: string;
	/** in milliseconds */
	at: number;
}

/** A link that shows a round. */
export interface Share {
	id: string;
	table: string;
	session: string;
	round: number;
	/** house time, in milliseconds */
	at: number;
}

/** All links of a person that show something. */
export interface Shares {
	shares: Share[];
}

/** The sign that hangs at the table. */
export interface Sign {
	title: string;
	blocks: Record<string, any>[];
	limits: string[];
	phrases: string[];
	notices: Notice[];
}

/** Some significant events, the latest first; `after` is where the next page begins, and 0 behind the last. */
export interface SignificantSeen {
	events: NotedSeen[];
	after: number;
}

/** A login and its password. */
export interface SigningIn {
	login: string;
	/** 12 to 200 characters of any kind */
	password: string;
}

/** A login and a password that the person chooses. */
export interface SigningUp {
	login: string;
	/** 12 to 200 characters of any kind */
	password: string;
}

/** To sit down with chips from the wallet; `next` is the hash of a number for the shuffles, if one takes part. */
export interface Sitting {
	/** an id of the sender's own, new for each command */
	request: string;
	/** whole cents, from the wallet */
	chips: number;
	next?: string | null;
	expects?: number | null;
}

/** One's own command came on record. */
export interface SocketDone {
	what: "done";
	request: string;
	seq: number;
}

/** A command came on record. */
export interface SocketHappened {
	table: string;
	/** under which its rounds are found again */
	session: string;
	seq: number;
	clock: ClockSeen;
	notices: Notice[];
	/** the viewer's own seats */
	yours: number[];
	/** the seats at which programs play */
	programs: number[];
	/** the choices open to the viewer's cards, when the viewer is asked */
	open: string[];
	view: View;
	what: "happened";
	at: number;
	events: Happening[];
}

/** One's own command was not carried out. */
export interface SocketRefused {
	what: "refused";
	request: string;
	problem: ProblemBody;
}

/** The first message of a socket. */
export interface SocketView {
	table: string;
	/** under which its rounds are found again */
	session: string;
	seq: number;
	clock: ClockSeen;
	notices: Notice[];
	/** the viewer's own seats */
	yours: number[];
	/** the seats at which programs play */
	programs: number[];
	/** the choices open to the viewer's cards, when the viewer is asked */
	open: string[];
	view: View;
	what: "view";
}

/** A wager's place on the layout; the stakes are in cents. */
export interface Spot {
	name: string;
	title: string;
	clauses: string[];
	placed: string;
	required: boolean;
	side: boolean;
	/** the wager that this one equals */
	equal_to: string | null;
	/** the wager that this one is so many times of */
	of: string | null;
	times: number[];
	needs: string[];
	/** cents */
	least: number;
	/** cents */
	most: number;
	on_all_hands: boolean;
	withdrawable: boolean;
}

/**
 * All that happened to a person's money in a time: opening and all lines make closing.      What a person has is
 * the wallet and the chips at tables together; a round counts when it is over.
 */
export interface StatementSeen {
	/** the id of a person, which says nothing */
	person: string;
	/** house time, in milliseconds */
	since: number;
	/** house time, in milliseconds */
	before: number;
	/** cents */
	opening: number;
	cage: CageLine[];
	rounds: RoundLine[];
	/** cents */
	closing: number;
	/** the `since` of the next part; 0 if this is the last */
	after: number;
}

/** A step of the learner's, for the lesson as it was seen. */
export interface Step {
	/** one of `steps` */
	do: string;
	/** how far the lesson was then */
	at: number;
}

/** The end of a stream of the record, and whether its last row is the one that was put there last. */
export interface StreamEnd {
	stream: string;
	seq: number;
	/** house time, in milliseconds */
	at: number;
	stands: boolean;
}

/** What a table is run by. */
export interface Submitted {
	rulebook: string;
	options: Record<string, any>;
}

/** What a table came to in a time; void rounds do not count. */
export interface TableFigures {
	table: string;
	rounds: number;
	/** chips that were bought at the table, in cents */
	drop: number;
	/** what was staked, in cents */
	handle: number;
	/** what the table has kept of it, in cents */
	win: number;
	/** win by drop; null where nothing was dropped */
	hold: number | null;
	/** what went into meters less what they paid, in cents; not in the win */
	to_meters: number;
	/** what the tray holds now, in cents */
	tray: number;
	/** the most that what stands on the layout now could win, in cents; null of a closed table */
	exposure: number | null;
}

/** A table at a sequence, as this viewer sees it. */
export interface TableSeen {
	table: string;
	/** under which its rounds are found again */
	session: string;
	seq: number;
	clock: ClockSeen;
	notices: Notice[];
	/** the viewer's own seats */
	yours: number[];
	/** the seats at which programs play */
	programs: number[];
	/** the choices open to the viewer's cards, when the viewer is asked */
	open: string[];
	view: View;
}

/** A session of a table. */
export interface TableSession {
	session: string;
	/** house time, in milliseconds */
	opened: number;
	/** house time, in milliseconds; 0 while it is open */
	closed: number;
	publishes: string;
	/** the seed that its shuffles follow from; empty while it is not made known */
	published: string;
	/** house time at which the seed is made known, or was; 0 if never to all */
	since: number;
}

/** Some sessions of a table, the latest first; `before` is where the next page begins, if there is one. */
export interface TableSessions {
	sessions: TableSession[];
	before: number;
}

/** Some of the tables that are open; `after` is where the next page begins, if there is one. */
export interface Tables {
	tables: Listed[];
	after: string;
}

/** What has changed in house.toml, by when it is taken up: places like `tables.NAME.coach`, and tables by name. */
export interface TakenUp {
	at_once: string[];
	new_session: string[];
	restart: string[];
	added: string[];
	removed: string[];
}

/** A program that was let in: its token is told this once. */
export interface Token {
	person: string;
	token: string;
	scopes: string[];
	expires: number;
}

/** An action of an exercise. */
export interface Tried {
	/** the action in words */
	name: string;
	choice: string;
	discard: string[];
	/** cents as a fraction, such as -41/3 */
	worth: string;
	/** the same, to the hundredth of a cent */
	dollars: string;
	/** what it gives away beside the best, in cents as a fraction */
	cost: string;
	/** the same, to the hundredth of a cent */
	cost_dollars: string;
	best: boolean;
	/** what it costs to take it, in cents */
	puts_up: number;
}

/** Why the step that was taken last was wrong, and what would have been right. */
export interface Turned {
	why: string;
	accepted: string;
	clauses: string[];
}

/** An action that is open, and what it is worth on average, played on as well as can be. */
export interface Valued {
	/** the action in words */
	name: string;
	choice: string;
	discard: string[];
	/** cents as a fraction, such as -41/3 */
	worth: string;
	/** the same, to the hundredth of a cent */
	dollars: string;
	/** what it gives away beside the best, in cents as a fraction */
	cost: string;
	/** the same, to the hundredth of a cent */
	cost_dollars: string;
	best: boolean;
}

/** A table as a viewer may see it. */
export interface View {
	rulebook: string;
	phase: string;
	round: number;
	due: Due;
	source: string;
	/** when the seed of the session is made known: at once, 24 hours later, or to no player */
	publishes: string;
	commitment: string;
	/** of the shuffled cards: keep it, and compare it with the receipt */
	root: string;
	numbers: number[];
	/** cents */
	meter: number;
	dealer: string[];
	community: string[];
	dead: string[];
	rack: number | null;
	undealt: number;
	pending: string[] | null;
	devices: Record<string, string>;
	seats: SeatSeen[];
	choices: Choice[];
	columns: Record<string, Record<string, string>>;
	instructions: Instruction[];
}

/** Whom the table waits for; seat 0 stands for all who bet. */
export interface Waited {
	what: string;
	seat: number;
	since: number;
	/** house time, in milliseconds */
	until: number;
}

/** What the floor goes by in a ruling: the readings of what is left open, the one taken first, and why. */
export interface Waits {
	ruling: string;
	clauses: string[];
	question: string;
	readings: string[];
	reason: string;
	choices: Leads[];
}

/** What somebody has outside the tables, in cents. */
export interface Wallet {
	person: string;
	amount: number;
}

type WithoutQuery<Path extends string> = Path extends `${infer Before}?${string}` ? Before : Path;

type FirstMatch<Path, Rows> = Rows extends [[infer Pattern, infer Answer], ...infer Rest]
	? Path extends Pattern
		? Answer
		: FirstMatch<Path, Rest>
	: unknown;

/** The answer to GET, by the path. */
export type GetAnswer<Path extends string> = FirstMatch<
	WithoutQuery<Path>,
	[
		[`/tables/${string}/seats/${string}/coach`, Advised | Awaited],
		[`/rounds/${string}/${string}/receipt`, Receipt],
		[`/rounds/${string}/${string}/replay`, ReplaySeen],
		[`/rulebooks/${string}/since/${string}`, Differences],
		[`/analyses/${string}/sheet`, any],
		[`/log/since/${string}`, LogSince],
		[`/people/${string}/passes`, Passes],
		[`/people/${string}/statement`, StatementSeen],
		[`/people/${string}/wallet`, Wallet],
		[`/rounds/${string}/${string}`, RoundSeen],
		[`/rulebooks/${string}/exercises`, Exercises | Awaited],
		[`/shared/${string}/receipt`, Receipt],
		[`/shared/${string}/replay`, ReplaySeen],
		[`/tables/${string}/commands`, Commands],
		[`/tables/${string}/dealer`, DealerSeen],
		[`/tables/${string}/last`, CameTo],
		[`/tables/${string}/layout`, Layout],
		[`/tables/${string}/receipt`, Receipt],
		[`/tables/${string}/refused`, RefusedPeople],
		[`/tables/${string}/rules`, Rules],
		[`/tables/${string}/sessions`, TableSessions],
		[`/tables/${string}/sign`, Sign],
		[`/tables/${string}/submission`, Submitted],
		["/ledger/csv", any],
		["/log/checkpoint", any],
		["/me/passes", Passes],
		["/me/places", OwnSeats],
		["/me/shares", Shares],
		["/me/statement", StatementSeen],
		["/me/wallet", Wallet],
		["/rulebooks/search", Found],
		[`/analyses/${string}`, Analysed],
		[`/people/${string}`, PersonSeen],
		[`/rulebooks/${string}`, Rules],
		[`/shared/${string}`, RoundSeen],
		[`/tables/${string}`, TableSeen],
		["/chain", Chain],
		["/commands", Commands],
		["/figures", FiguresSeen],
		["/floor", FloorSeen],
		["/ledger", Ledger],
		["/log", LogSeen],
		["/me", Me],
		["/people", PeopleSeen],
		["/rounds", Rounds],
		["/rulebooks", Rulebooks],
		["/sessions", Sessions],
		["/significant", SignificantSeen],
		["/tables", Tables],
		["/training", OwnLesson],
	]
>;

/** The answer to POST, by the path. */
export type PostAnswer<Path extends string> = FirstMatch<
	WithoutQuery<Path>,
	[
		[`/tables/${string}/seats/${string}/chips`, Answered],
		[`/tables/${string}/seats/${string}/come-back`, Answered],
		[`/tables/${string}/seats/${string}/leave`, Answered],
		[`/tables/${string}/seats/${string}/leave-after`, Answered],
		[`/tables/${string}/seats/${string}/move`, Ordered],
		[`/tables/${string}/seats/${string}/sit-out`, Answered],
		[`/rounds/${string}/${string}/hidden`, ReplayOpenly],
		[`/rounds/${string}/${string}/shares`, NewShare],
		[`/tables/${string}/seats/${string}`, Answered],
		[`/people/${string}/tokens`, Token],
		[`/sessions/${string}/export`, any],
		[`/tables/${string}/close`, Ordered],
		[`/tables/${string}/close-after`, Ordered],
		[`/tables/${string}/commands`, Answered],
		[`/tables/${string}/credits`, InLedger],
		[`/tables/${string}/dealer`, DealerSeen],
		[`/tables/${string}/fills`, InLedger],
		[`/tables/${string}/hidden`, Hidden],
		[`/tables/${string}/open`, Ordered],
		[`/tables/${string}/refused`, Ordered],
		["/people/programs", MadeProgram],
		["/settings/reload", TakenUp],
		["/training/rounds", LessonSeen],
		["/training/steps", LessonSeen],
		["/accounts", any | Me],
		["/analyses", Analysed],
		["/corrections", InLedger],
		["/guests", any | Me],
		["/people", Hired],
		["/programs", any | Token],
		["/session", Me],
		["/submissions", FormSeen],
		["/training", LessonSeen],
	]
>;

/** The answer to PUT, by the path. */
export type PutAnswer<Path extends string> = FirstMatch<
	WithoutQuery<Path>,
	[
		[`/people/${string}/tables/${string}`, string],
		[`/people/${string}/role`, PersonSeen],
		[`/training/drills/${string}`, string],
		["/session/password", string],
	]
>;

/** The answer to PATCH, by the path. */
export type PatchAnswer<Path extends string> = FirstMatch<
	WithoutQuery<Path>,
	[
		[`/people/${string}`, Named],
		["/me", Named],
	]
>;

/** The answer to DELETE, by the path. */
export type DeleteAnswer<Path extends string> = FirstMatch<
	WithoutQuery<Path>,
	[
		[`/people/${string}/passes/${string}`, string],
		[`/people/${string}/tables/${string}`, string],
		[`/tables/${string}/refused/${string}`, string],
		[`/me/passes/${string}`, string],
		[`/people/${string}/passes`, string],
		[`/tables/${string}/close-after`, string],
		[`/tables/${string}/dealer`, string],
		[`/analyses/${string}`, string],
		[`/people/${string}`, string],
		[`/shares/${string}`, string],
		["/me", string],
		["/session", string],
		["/training", ReportSeen],
	]
>;
