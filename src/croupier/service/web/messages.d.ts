// The types of all messages between the page and the house. `make messages` writes this file from the Python schemas.

/** An account of the ledger. */
export interface AccountBalance {
	account: string;
	/** cents */
	holds: number;
}

/** An account to be made. */
export interface AccountRequest {
	name: string;
	login: string;
	role: string;
}

/** The coach's advice to a seat that is asked, from what that seat can know alone. */
export interface Advised {
	table: string;
	seq: number;
	seat: number;
	stage: string;
	actions: Valued[];
	/** the wagers that it speaks of; others no choice changes */
	wagers: Record<string, number>;
}

/** An analysis: its progress, and its result once it is done. */
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

/** An analysis to be made: of a rulebook with options, or of a submission as a file has it. */
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

/** The answer is not ready yet: ask again in so many seconds. */
export interface Awaited {
	status: "getting ready";
	/** about how long it takes still */
	seconds: number;
}

/** The seat that the table waits for; seat 0 stands for all who bet. */
export interface AwaitedSeat {
	what: string;
	seat: number;
	since: number;
	/** house time, in milliseconds */
	until: number;
}

/** A request for more chips from the wallet. */
export interface BuyRequest {
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
export interface CallableIrregularity {
	what: string;
	means: string;
	clauses: string[];
}

/** The number of cards at each place when all are dealt. */
export interface CardPlaces {
	each: number;
	dealer: number;
	community: number;
	/** the dealer's side at which the first community card lies */
	community_from: "left" | "right";
}

/** A clause in two editions, with its text in each. */
export interface ChangedClause {
	before: string;
	new: string;
	now: string;
	old: string;
	/** word by word, which went and which came */
	words: Record<string, any>[];
}

/** Chips that are brought to a table, or taken from it. */
export interface ChipTransfer {
	/** an id of the sender's own, new for each command */
	request: string;
	/** whole cents, from the wallet */
	amount: number;
}

/** The score of a clause: times that it was kept, kept wrongly or missed; other steps have no clause. */
export interface ClauseScore {
	clause: string;
	/** the first words of the clause */
	asks: string;
	done: number;
	wrong: number;
	missed: number;
	/** that it took, together */
	milliseconds: number;
}

/** A clause by its number, with its text. */
export interface ClauseText {
	id: string;
	says: string;
}

/** House time, and the deadline of the seat that is waited for. */
export interface ClockSeen {
	now: number;
	waits: AwaitedSeat | null;
}

/** A table of the house's settings that is not open, and why, if its rulebook or its game cannot be read. */
export interface ClosedTable {
	table: string;
	rulebook: string;
	why?: string;
}

/** Every command as JSON Schema, by its name. */
export interface Commands {
	commands: Record<string, Record<string, any>>;
}

/** A command or a transaction that was carried out, and its sequence on record. */
export interface Confirmation {
	request: string;
	seq: number;
}

/** A wallet or a tray is put right, up or down, with the reason. */
export interface CorrectionRequest {
	/** an id of the sender's own, new for each command */
	request: string;
	/** `wallet/PERSON` or `tray/TABLE` */
	account: string;
	/** whole cents, from the wallet */
	amount: number;
	up: boolean;
	reason: string;
	/** the row of the significant event at a table that it follows from, or 0 */
	incident?: number;
}

/** Every card that is dealt. */
export interface DealtCards {
	community: string[];
	dealer: string[];
	round: number;
	seats: DealtHand[];
}

/** A seat's cards. */
export interface DealtHand {
	cards: string[];
	discard: string[];
	seat: number;
}

/** A decision, as the player sees it who is asked: `??` is a card that is hidden. */
export interface DecisionExercise {
	stage: string;
	cards: string[];
	/** own cards that were put away before */
	discard: string[];
	dealer: string[];
	community: string[];
	/** what was chosen before in this round */
	decisions: string[];
	wagers: Record<string, number>;
	actions: ExerciseAction[];
	/** all of it in sentences */
	says: string;
}

/** A deck at a table, and how far it is on its way into play. */
export interface DeckAtGlance {
	back: string;
	status: string;
}

/** The faces of a deck, each once, with their names in words. */
export interface DeckFaces {
	name: string;
	faces: Record<string, string>;
	/** the face of each card by its number */
	order: string[];
}

/** The shuffle of the deck that is dealt from. */
export interface DeckSeen {
	/** to the house's secret for it */
	commitment: string;
	/** the cards that each cut took off the top: keep them with the root */
	cuts: number[];
	/** its number among those of the session */
	shuffle: number;
}

/** A drill: a rulebook, with options such as the way of dealing, and how often something goes wrong. */
export interface Drill {
	rulebook: string;
	options?: Record<string, any>;
	/** at which players play by themselves */
	seats?: number;
	/** in so many of a hundred rounds something goes wrong */
	trouble?: number;
}

/** A drill to be begun, or set for a person. */
export interface DrillRequest {
	rulebook: string;
	options?: Record<string, any>;
	/** at which players play by themselves */
	seats?: number;
	/** in so many of a hundred rounds something goes wrong */
	trouble?: number;
}

/** The step that the table waits for. */
export interface DueStep {
	do: string;
	seat?: number;
	who: string;
}

/** The differences between two editions of a rulebook. */
export interface EditionDifferences {
	added: ClauseText[];
	changed: ChangedClause[];
	dropped: ClauseText[];
	new: string;
	old: string;
	options: string[];
	renumbered: RenumberedClause[];
	rulings: string[];
	unchanged: number;
}

/** A person to be refused at a table; the person is told the reason. */
export interface ExclusionRequest {
	person: string;
	reason: string;
}

/** An action of an exercise. */
export interface ExerciseAction {
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
	/** rulings by which it, with less at risk, is the best of several that are worth the same */
	rulings?: string[];
	/** what it costs to take it, in cents */
	puts_up: number;
	/** the stakes that are lost by it at once, in cents */
	gives_up: number;
	/** the wager that it returns, if any */
	back: string;
}

/** Exercises: decisions of a rulebook, drawn by what players lose there. */
export interface Exercises {
	rulebook: string;
	title: string;
	/** the faces of the deck, with their names in words */
	faces: Record<string, string>;
	exercises: DecisionExercise[];
}

/** The step that is due, by which clauses, and what hands and eyes do besides. */
export interface ExpectedStep {
	do: string;
	clauses: string[];
	by_hand: StepInstruction[];
}

/** The reason of an export of a session as a recording; up to which round, if not all of it. */
export interface ExportRequest {
	reason: string;
	round?: number | null;
}

/** A form that is filled in: each field by its name; an empty field is as the rulebook has it. */
export interface Filled {
	rulebook: string;
	fields?: Record<string, string>;
}

/** The tables that one supervises: those first that wait for a ruling; and those that are closed. */
export interface FloorTables {
	tables: Glance[];
	closed: ClosedTable[];
}

/** A form that was checked. */
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

/** A table at a glance, as the floor sees it. */
export interface Glance {
	table: string;
	session: string;
	seq: number;
	rulebook: string;
	title: string;
	phase: string;
	round: number;
	due: DueStep;
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

/** The name of a newcomer; without one a guest is called Guest. */
export interface GuestRequest {
	name?: string;
}

/** A person's stake in a round, and what came of it; a player is told nothing of others here. */
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

/** A hand of a round that is over. */
export interface HandResult {
	cards: string[];
	decisions: string[];
	discard: string[];
	ending: string;
	limits: Record<string, any>[];
	lines: Record<string, any>[];
	/** the cards that make the hand, of its own and of the board */
	made: string[];
	name: string;
	/** cents */
	net: number;
	seat: number;
	wagers: Record<string, number>;
	/** the hand as a dealer announces it, once it and the board lie face up */
	words: string;
}

/** The state of the house's health. */
export interface Health {
	status: string;
}

/** The figures of tables for a time, and what was done against players there, by table and person. */
export interface HouseFigures {
	/** house time, in milliseconds */
	since: number;
	/** house time, in milliseconds */
	before: number;
	tables: TableFigures[];
	interventions: Interventions[];
	/** from when interventions are counted; in a long time later */
	counted_from: number;
}

/** The counts of what one person has done at a table. */
export interface Interventions {
	table: string;
	rulings: number;
	/** rounds that were void */
	void: number;
	/** decks that left the table */
	withdrawn: number;
	/** decks that were cut again */
	recuts: number;
	/** players who were refused at the table */
	refused: number;
	/** empty: the table or its device by itself */
	person: string;
	name: string;
}

/** The layout of a table. */
export interface Layout {
	table: string;
	rulebook: string;
	title: string;
	jurisdiction: string;
	short: string;
	/** the currency of all amounts, as in ISO 4217 */
	currency: string;
	seats: number;
	two_places: boolean;
	dealt_by: string;
	/** whether players may ask the coach here */
	coach: boolean;
	wagers: WagerSpot[];
	/** the least that a round is played for */
	least: Record<string, number>;
	deck: DeckFaces;
	cards: CardPlaces;
	pace: TablePace;
	/** by what may wait for a ruling */
	waits: Record<string, PendingRuling>;
	calls: CallableIrregularity[];
	/** of what people see at a table of real cards */
	reports: ReportForm[];
}

/** A page of accounts by name; `after` is where the next page begins, if there is one. */
export interface Ledger {
	accounts: AccountBalance[];
	after: string;
}

/** The report of a lesson: scores by clause, and faults. */
export interface LessonReport {
	rulebook: string;
	rounds: number;
	clauses: ClauseScore[];
	faults: StepFault[];
	/** the step that is due in a round that was left open; empty between rounds */
	open: string;
}

/** A lesson as its learner sees it, who is to notice what goes wrong. */
export interface LessonSeen {
	/** how far it is */
	at: number;
	layout: Layout;
	/** whether the round is over, and the next may begin */
	over: boolean;
	steps: string[];
	/** nothing is, when the round is over */
	due: ExpectedStep | null;
	wrong: WrongStep | null;
	view: TableView;
	events: TableEvent[];
	report: LessonReport;
}

/** A step of the learner's, for the lesson as it was seen. */
export interface LessonStep {
	/** one of `steps` */
	do: string;
	/** how far the lesson was then */
	at: number;
}

/** A rulebook in a list, with the edition that it follows. */
export interface ListedRulebook {
	clauses: number;
	enforced: number;
	follows: string | null;
	id: string;
	"in part": number;
	instructed: number;
	jurisdiction: string;
	"not yet": number;
	outside: number;
	title: string;
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

/** The proof that the log continues the one of an earlier checkpoint. */
export interface LogSince {
	checkpoint: string;
	restore?: string[];
	consistency?: string[];
}

/** The reason of a look at a round's hidden cards; as which player, if not with every card that was dealt. */
export interface LookBackRequest {
	reason: string;
	/** as this player saw it */
	person?: string;
	/** the sequence at which the part before ended */
	after?: number;
}

/** The person as the house knows the bearer of a pass. */
export interface Me {
	person: string;
	name: string;
	role: "auditor" | "dealer" | "floor" | "guest" | "manager" | "player";
	program: boolean;
	scopes: string[];
	assigned: string[];
	expires: number;
	must_change: boolean;
	/** the currency of all money in the house, as in ISO 4217 */
	currency: string;
	/** the actions that are allowed, for what is one's own and where assigned */
	may: string[];
	/** those of them that are allowed at every table and for everybody */
	anywhere: string[];
}

/** A person to be moved from a seat to another, of the same table or another. */
export interface MoveRequest {
	person: string;
	/** the number of a seat, from the dealer's left */
	seat: number;
	reason: string;
	/** the name of a table */
	table?: string;
}

/** A person by name, and whether it is a program. */
export interface NamedPerson {
	person: string;
	name: string;
}

/** An account that was made: its one-time password is told this once, and is good for a day. */
export interface NewAccount {
	/** the id of a person, which says nothing */
	person: string;
	login: string;
	password: string;
	/** house time, in milliseconds */
	expires: number;
}

/** A program that was made; it comes in by the tokens that it is given. */
export interface NewProgram {
	/** the id of a person, which says nothing */
	person: string;
	name: string;
	role: "auditor" | "dealer" | "floor" | "guest" | "manager" | "player";
}

/** A link that was made: it is told this once. */
export interface NewShareLink {
	id: string;
	/** the address of the round's public view, at this house */
	path: string;
}

/** The next round, for the lesson as it was seen. */
export interface NextRoundRequest {
	/** how far the lesson was then */
	at: number;
}

/** An objection of the rulebook to a field: the reason, and what it would accept. */
export interface ObjectionSeen {
	/** the field that it is about */
	about: string;
	why: string;
	accepted: string;
	clauses: string[];
	rulings: string[];
}

/** A choice of the player who is asked, and its cost. */
export interface OfferedChoice {
	/** the wager that comes back by it, by its title; none of most */
	back: string;
	choice: string;
	/** what it costs, in cents; the least, where the player says how much */
	costs: number;
	/** the cards that are put away with it, or the most of them */
	discards: number;
	/** the fewest cards that may be put away with it */
	fewest?: number;
	/** the stakes that are lost by it at once, in cents */
	gives_up: number;
	/** the most that the player may say, in cents */
	most?: number;
	/** cents of which an amount that the player says is a multiple */
	unit?: number;
}

/** A dealer who is signed on. */
export interface OnDuty {
	/** the id of a person, which says nothing */
	person: string;
	name: string;
	/** house time, in milliseconds */
	since: number;
}

/** A moment as the floor was told it, and every card that was dealt by then; or as a player was told it, alone. */
export interface OpenMoment {
	told: SocketHappened;
	dealt: DealtCards | null;
}

/** An order of the floor that is done, or will be when the round is over, and its sequence on record. */
export interface OrderConfirmation {
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

/** A pass: a cookie or a token by which a person is signed in. */
export interface Pass {
	id: string;
	kind: string;
	scope: string;
	label: string;
	since: number;
	expires: number;
	this: boolean;
}

/** All passes of a person that are good. */
export interface Passes {
	passes: Pass[];
}

/** The present password, and the one to come. */
export interface PasswordChange {
	login: string;
	/** 12 to 200 characters of any kind */
	password: string;
	/** 12 to 200 characters of any kind */
	new: string;
}

/** The grounds of a ruling: the readings of what is left open, the one taken first, and the reason. */
export interface PendingRuling {
	ruling: string;
	clauses: string[];
	question: string;
	readings: string[];
	reason: string;
	choices: RulingChoice[];
}

/** A page of the people with an account; `after` is where the next page begins, if there is one. */
export interface PeopleSeen {
	people: PersonSeen[];
	after: string;
	/** the roles that can be given */
	roles: ("auditor" | "dealer" | "floor" | "guest" | "manager" | "player")[];
	/** the roles that work at tables to which they are assigned */
	assignable: ("auditor" | "dealer" | "floor" | "guest" | "manager" | "player")[];
}

/** A person with an account; a guest has no login. */
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

/** A request that needs no more than its id. */
export interface PlainRequest {
	/** an id of the sender's own, new for each command */
	request: string;
	expects?: number | null;
}

/** A refusal (RFC 9457): the reason, the clauses and rulings behind it, and what would be accepted. */
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

/** A program with a role, which is a person of its own that all can see. */
export interface ProgramRequest {
	name: string;
	role: string;
}

/** The reason of an action, for the record. */
export interface Reason {
	reason: string;
}

/** The state of the record, at a look: `croupier house verify` goes through all of it. */
export interface RecordStatus {
	streams: StreamEnd[];
	log: LogEnd | null;
}

/** All persons who are refused at a table, the latest first. */
export interface RefusedPeople {
	refused: RefusedPerson[];
}

/** A person who is refused at a table. */
export interface RefusedPerson {
	/** the id of a person, which says nothing */
	person: string;
	name: string;
	/** the id of a person, which says nothing */
	by: string;
	reason: string;
	/** house time, in milliseconds */
	at: number;
}

/** A request for another name. */
export interface RenameRequest {
	name: string;
}

/** A clause's numbers in two editions. */
export interface RenumberedClause {
	new: string;
	old: string;
}

/** The replay of a round with every card that was dealt, or as one of its players saw it. */
export interface ReplayOpenly {
	table: string;
	session: string;
	round: number;
	rulebook: string;
	moments: OpenMoment[];
	/** a sequence; 0 if that is all */
	after: number;
}

/** The replay of a round, as this viewer was told it; `after` is where to go on, if there is more. */
export interface ReplaySeen {
	table: string;
	session: string;
	round: number;
	rulebook: string;
	moments: SocketHappened[];
	/** a sequence; 0 if that is all */
	after: number;
}

/** A report of real cards: the arguments it needs and may have, its places, and the clauses on what it leads to. */
export interface ReportForm {
	what: string;
	means: string;
	needs: string[];
	may: string[];
	/** that `of` may name; none where the report is of no place */
	places: string[];
	clauses: string[];
}

/** A request to give another role. */
export interface RoleChange {
	role: string;
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

/** The receipt of a round, which `croupier verify` checks. */
export interface RoundReceipt {
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
	holder: string;
	seats: Record<string, any>[];
	decks: Record<string, any>[];
	counts: Record<string, number>;
	head: string;
	checkpoint?: string;
	inclusion?: Record<string, any>;
}

/** The result of a round. */
export interface RoundResult {
	community: string[];
	dealer: string[];
	/** the cards that make the dealer's hand */
	made: string[];
	round: number;
	seats: HandResult[];
	void: boolean;
	/** the dealer's hand as it is announced, once it lies face up */
	words: string;
}

/** A round that is over, with its result as this viewer may know it. */
export interface RoundSeen {
	table: string;
	session: string;
	round: number;
	rulebook: string;
	title: string;
	/** house time, in milliseconds */
	at: number;
	seq: number;
	/** what a client needs to draw it, whether the table is open or not */
	layout: Layout;
	yours: number[];
	came: RoundResult;
}

/** A round that is over. */
export interface RoundSummary {
	table: string;
	session: string;
	round: number;
	rulebook: string;
	/** house time, in milliseconds */
	at: number;
	void: boolean;
	hands: HandPlayed[];
}

/** A page of the rounds found, the latest first; `after` is where the next page begins, if there is one. */
export interface Rounds {
	rounds: RoundSummary[];
	after: string;
}

/** A whole rulebook: clauses, defined terms, wagers, pay tables, limits, options and rulings. */
export interface RulebookDocument {
	clauses: Record<string, any>[];
	currency: string;
	deck: string;
	document: string;
	enforced: number;
	follows: string | null;
	hash: string;
	id: string;
	"in part": number;
	instructed: number;
	jurisdiction: string;
	language: string;
	languages: string[];
	limits: Record<string, any>[];
	"not yet": number;
	options: Record<string, any>;
	outside: number;
	rulings: Record<string, any>;
	tables: Record<string, any>[];
	terms: Record<string, any>[];
	title: string;
	wagers: Record<string, any>;
}

/** All rulebooks. */
export interface Rulebooks {
	rulebooks: ListedRulebook[];
}

/** A choice of the floor in a ruling, and what it leads to. */
export interface RulingChoice {
	choice: string;
	means: string;
	/** by which it does */
	ruling: string;
	/** whether the house rules so where nobody supervises */
	unsupervised: boolean;
}

/** A place in a rulebook at which all the words stand. */
export interface SearchHit {
	rulebook: string;
	what: string;
	id: string;
	says: string;
}

/** The places at which the words stand, and the number of places that were left off. */
export interface SearchResult {
	hits: SearchHit[];
	left_off: number;
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
export interface SeatView {
	away: boolean;
	/** cents; of others it is not told */
	bankroll: number | null;
	cards: string[];
	collected: boolean;
	decisions: string[];
	discard: string[];
	ending: string;
	/** what each wager came to, as sentences with their clauses */
	lines: string[];
	name: string;
	ready: boolean;
	seat: number;
	wagers: Record<string, number>;
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

/** A page of the sessions, the latest first; `after` is where the next page begins, if there is one. */
export interface Sessions {
	sessions: SessionSeen[];
	after: string;
}

/** A drill that a supervisor has set, and when. */
export interface SetDrill {
	drill: Drill;
	/** the name of the supervisor */
	by: string;
	/** in milliseconds */
	at: number;
}

/** A link that shows a round. */
export interface ShareLink {
	id: string;
	table: string;
	session: string;
	round: number;
	/** house time, in milliseconds */
	at: number;
	/** whether it shows the cards of whoever shares it */
	own_cards: boolean;
}

/** All links of a person that show something. */
export interface ShareLinks {
	shares: ShareLink[];
}

/** A login and its password. */
export interface SignInRequest {
	login: string;
	/** 12 to 200 characters of any kind */
	password: string;
}

/** A login and a password that the person chooses. */
export interface SignUpRequest {
	login: string;
	/** 12 to 200 characters of any kind */
	password: string;
}

/** A significant event. */
export interface SignificantEvent {
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

/** A page of significant events, the latest first; `after` is where the next page begins, and 0 behind the last. */
export interface SignificantEvents {
	events: SignificantEvent[];
	after: number;
}

/** A request to sit down with chips from the wallet; `next` promises a number for the last cut by its hash. */
export interface SitRequest {
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
	what: "happened";
	table: string;
	/** under which its rounds are found again */
	session: string;
	seq: number;
	clock: ClockSeen;
	notices: TableNotice[];
	/** the seats at which programs play */
	programs: number[];
	/** the viewer's own seats */
	yours: number[];
	/** the choices open to the viewer's cards, when the viewer is asked */
	open: string[];
	view: TableView;
	at: number;
	events: TableEvent[];
}

/** One's own command was not carried out. */
export interface SocketRefused {
	what: "refused";
	request: string;
	problem: ProblemBody;
}

/** The first message of a socket. */
export interface SocketView {
	what: "view";
	table: string;
	/** under which its rounds are found again */
	session: string;
	seq: number;
	clock: ClockSeen;
	notices: TableNotice[];
	/** the seats at which programs play */
	programs: number[];
	/** the viewer's own seats */
	yours: number[];
	/** the choices open to the viewer's cards, when the viewer is asked */
	open: string[];
	view: TableView;
}

/**
 * A person's statement for a time: opening and all lines make closing.      A person's money is the wallet and
 * the chips at tables together; a round counts when it is over.
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
	/** what was done against players meanwhile, at the tables of these rounds */
	interventions: TableInterventions[];
	/** from when interventions are counted; in a long time later */
	counted_from: number;
}

/** A fault: a step that was done wrongly, or missed. */
export interface StepFault {
	result: string;
	what: string;
	clauses: string[];
	/** how often in a row */
	times: number;
}

/** An instruction to a person at the table. */
export interface StepInstruction {
	clauses: string[];
	says: string;
}

/** The end of a stream of the record, and whether its last row is the one that was put there last. */
export interface StreamEnd {
	stream: string;
	seq: number;
	/** house time, in milliseconds */
	at: number;
	stands: boolean;
}

/** The dealer of a table; the house itself, or nobody yet, has no name. */
export interface TableDealer {
	table: string;
	name: string;
	/** house time, in milliseconds; 0 if nobody is signed on */
	since: number;
	you: boolean;
}

/** An event. */
export interface TableEvent {
	kind: string;
	data: Record<string, any>;
}

/** The figures of a table for a time; void rounds do not count. */
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

/** The counts of what was done at a table that goes against players, or may. */
export interface TableInterventions {
	table: string;
	rulings: number;
	/** rounds that were void */
	void: number;
	/** decks that left the table */
	withdrawn: number;
	/** decks that were cut again */
	recuts: number;
	/** players who were refused at the table */
	refused: number;
}

/** A notice to players before another submission takes the place of the one that a table is played by. */
export interface TableNotice {
	says: string;
	clause: string;
	/** the regulation by which it is owed */
	under: string;
	/** house time at which it may change, between rounds, in milliseconds */
	until: number;
}

/** The times that a table waits, and those that clients may take to show an event; in milliseconds. */
export interface TablePace {
	bet: number;
	decide: number;
	away: number;
	card: number;
	step: number;
}

/** A page of the tables that are open; `after` is where the next page begins, if there is one. */
export interface TablePage {
	tables: TableSummary[];
	after: string;
}

/** A table at a sequence, as this viewer sees it. */
export interface TableSeen {
	table: string;
	/** under which its rounds are found again */
	session: string;
	seq: number;
	clock: ClockSeen;
	notices: TableNotice[];
	/** the seats at which programs play */
	programs: number[];
	/** the viewer's own seats */
	yours: number[];
	/** the choices open to the viewer's cards, when the viewer is asked */
	open: string[];
	view: TableView;
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

/** A page of the sessions of a table, the latest first; `before` is where the next page begins, if there is one. */
export interface TableSessions {
	sessions: TableSession[];
	before: number;
}

/** The sign that hangs at the table. */
export interface TableSign {
	title: string;
	blocks: Record<string, any>[];
	limits: string[];
	phrases: string[];
	clauses: string[];
	notices: TableNotice[];
}

/** The submission of a table: its rulebook and options. */
export interface TableSubmission {
	rulebook: string;
	options: Record<string, any>;
	/** the rulebook as text, if it is none of the package's */
	data?: string;
}

/** A table in a list. */
export interface TableSummary {
	table: string;
	rulebook: string;
	title: string;
	jurisdiction: string;
	/** the document and its edition, in words */
	document: string;
	/** the house edge of the base game in per cent, under best play; empty if unknown */
	edge: string;
	phase: string;
	round: number;
	seats: number;
	taken: number[];
	/** the names of those who sit there, in the order of `taken` */
	players: string[];
	dealt_by: string;
	meter: number;
	session: string;
	notices: TableNotice[];
}

/** A table as a viewer may see it. Money is in cents. */
export interface TableView {
	choices: OfferedChoice[];
	columns: Record<string, Record<string, string>>;
	/** to the house's secret for the next shuffle: keep the first you see */
	commitment: string;
	community: string[];
	dead: string[];
	dealer: string[];
	deck: DeckSeen | null;
	devices: Record<string, string>;
	due: DueStep;
	instructions: StepInstruction[];
	/** cents */
	meter: number;
	/** the seats whose numbers are revealed for this round */
	numbers: number[];
	/** the seats whose numbers the round waits for: 'give number' */
	owing: number[];
	pending: string[] | null;
	phase: string;
	/** SHA-256 of the number that is promised next, by seat */
	promises: Record<string, string>;
	/** when the seed of the session is made known: at once, 24 hours later, or to no player */
	publishes: string;
	rack: number | null;
	/** of the shuffled cards: keep it, and compare it with the receipt */
	root: string;
	round: number;
	rulebook: string;
	seats: SeatView[];
	/** the number of that shuffle among those of the session */
	shuffle: number;
	source: string;
	undealt: number;
}

/** Changes of house.toml, by the time at which they are taken up: keys like `tables.NAME.coach`, or tables. */
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

/** A token for a program: for what, for how many days, and what it is called. */
export interface TokenRequest {
	scopes: string[];
	days: number;
	label?: string;
}

/** An open action with its expected value, played on as well as can be. */
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
	/** rulings by which it, with less at risk, is the best of several that are worth the same */
	rulings?: string[];
}

/** A wager's place on the layout; the stakes are in cents. */
export interface WagerSpot {
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

/** A person's money outside the tables, in cents. */
export interface Wallet {
	person: string;
	amount: number;
}

/** The step that was taken last and was wrong: the reason, and what would have been right. */
export interface WrongStep {
	why: string;
	accepted: string;
	clauses: string[];
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
		[`/rounds/${string}/${string}/receipt`, RoundReceipt],
		[`/rounds/${string}/${string}/replay`, ReplaySeen],
		[`/rulebooks/${string}/since/${string}`, EditionDifferences],
		[`/analyses/${string}/sheet`, any],
		[`/log/since/${string}`, LogSince],
		[`/people/${string}/passes`, Passes],
		[`/people/${string}/statement`, StatementSeen],
		[`/people/${string}/wallet`, Wallet],
		[`/rounds/${string}/${string}`, RoundSeen],
		[`/rulebooks/${string}/exercises`, Exercises | Awaited],
		[`/shared/${string}/receipt`, RoundReceipt],
		[`/shared/${string}/replay`, ReplaySeen],
		[`/tables/${string}/commands`, Commands],
		[`/tables/${string}/dealer`, TableDealer],
		[`/tables/${string}/last`, RoundResult],
		[`/tables/${string}/layout`, Layout],
		[`/tables/${string}/receipt`, RoundReceipt],
		[`/tables/${string}/refused`, RefusedPeople],
		[`/tables/${string}/rules`, RulebookDocument],
		[`/tables/${string}/sessions`, TableSessions],
		[`/tables/${string}/sign`, TableSign],
		[`/tables/${string}/submission`, TableSubmission],
		["/ledger/csv", any],
		["/log/checkpoint", any],
		["/me/passes", Passes],
		["/me/places", OwnSeats],
		["/me/shares", ShareLinks],
		["/me/statement", StatementSeen],
		["/me/wallet", Wallet],
		["/rulebooks/search", SearchResult],
		[`/analyses/${string}`, Analysed],
		[`/people/${string}`, PersonSeen],
		[`/rulebooks/${string}`, RulebookDocument],
		[`/shared/${string}`, RoundSeen],
		[`/tables/${string}`, TableSeen],
		["/chain", RecordStatus],
		["/commands", Commands],
		["/figures", HouseFigures],
		["/floor", FloorTables],
		["/ledger", Ledger],
		["/log", LogSeen],
		["/me", Me],
		["/people", PeopleSeen],
		["/rounds", Rounds],
		["/rulebooks", Rulebooks],
		["/sessions", Sessions],
		["/significant", SignificantEvents],
		["/tables", TablePage],
		["/training", OwnLesson],
	]
>;

/** The answer to POST, by the path. */
export type PostAnswer<Path extends string> = FirstMatch<
	WithoutQuery<Path>,
	[
		[`/tables/${string}/seats/${string}/chips`, Confirmation],
		[`/tables/${string}/seats/${string}/come-back`, Confirmation],
		[`/tables/${string}/seats/${string}/leave`, Confirmation],
		[`/tables/${string}/seats/${string}/leave-after`, Confirmation],
		[`/tables/${string}/seats/${string}/move`, OrderConfirmation],
		[`/tables/${string}/seats/${string}/sit-out`, Confirmation],
		[`/rounds/${string}/${string}/hidden`, ReplayOpenly],
		[`/rounds/${string}/${string}/shares`, NewShareLink],
		[`/tables/${string}/seats/${string}`, Confirmation],
		[`/people/${string}/tokens`, Token],
		[`/sessions/${string}/export`, any],
		[`/tables/${string}/close`, OrderConfirmation],
		[`/tables/${string}/close-after`, OrderConfirmation],
		[`/tables/${string}/commands`, Confirmation],
		[`/tables/${string}/credits`, Confirmation],
		[`/tables/${string}/dealer`, TableDealer],
		[`/tables/${string}/fills`, Confirmation],
		[`/tables/${string}/hidden`, DealtCards],
		[`/tables/${string}/open`, OrderConfirmation],
		[`/tables/${string}/refused`, OrderConfirmation],
		["/people/programs", NewProgram],
		["/settings/reload", TakenUp],
		["/training/rounds", LessonSeen],
		["/training/steps", LessonSeen],
		["/accounts", any | Me],
		["/analyses", Analysed],
		["/corrections", Confirmation],
		["/guests", any | Me],
		["/people", NewAccount],
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
		[`/people/${string}`, NamedPerson],
		["/me", NamedPerson],
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
		["/training", LessonReport],
	]
>;
