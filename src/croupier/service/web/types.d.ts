// The types that the scripts work with. A message is named by the address at which the house answers it.

import type { GetAnswer, PostAnswer, SocketDone, SocketHappened, SocketRefused, SocketView } from "./messages.js";

import type { Hole, VNode } from "./vendor/htm-preact-3.1.1.js";

export type { Hole, VNode };

// ---- messages

export type Me = GetAnswer<"/me">;
export type Passes = GetAnswer<"/me/passes">["passes"];
export type OpenTable = GetAnswer<"/tables">["tables"][number];
export type SeenTable = GetAnswer<"/tables/{name}">;
/** The tables that are open, those at which the person sits, and when both were asked for. */
export interface Lobby {
	tables: OpenTable[];
	own: SeenTable[];
	layouts?: Record<string, Layout>;
	at: number;
}
export type Layout = GetAnswer<"/tables/-/layout">;
export type Spot = Layout["wagers"][number];
export type CallableIrregularity = Layout["calls"][number];
export type ReportForm = Layout["reports"][number];
export type RulingChoice = Layout["waits"][string]["choices"][number];
export type PaySign = Pick<GetAnswer<"/tables/-/sign">, "title" | "limits" | "phrases"> & { blocks: SignBlock[] };
export type Rules = Omit<GetAnswer<"/rulebooks/-">, "clauses" | "tables" | "rulings"> & {
	short?: string;
	follows?: string;
	clauses: Clause[];
	tables: PayTable[];
	rulings: Record<string, RulingText>;
};
export type Rulebook = GetAnswer<"/rulebooks">["rulebooks"][number];
export type SearchResult = GetAnswer<"/rulebooks/search">;
export type EditionChanges = GetAnswer<"/rulebooks/-/since/-">;
export type LastRound = Omit<GetAnswer<"/tables/-/last">, "seats"> & { seats: HandOfLastRound[] };
export type HandOfLastRound = Omit<GetAnswer<"/tables/-/last">["seats"][number], "lines" | "limits"> & {
	lines: Line[];
	limits: Line[];
};
export type Duty = GetAnswer<"/tables/-/dealer">;
export type Receipt = GetAnswer<"/tables/-/receipt">;
export type CoachAnswer = GetAnswer<"/tables/-/seats/-/coach">;
export type CoachAction = Extract<CoachAnswer, { actions: unknown }>["actions"][number];
export type ExerciseAnswer = GetAnswer<"/rulebooks/-/exercises">;
export type Exercise = Extract<ExerciseAnswer, { exercises: unknown }>["exercises"][number];
export type ExerciseAction = Exercise["actions"][number];
export type Round = GetAnswer<"/rounds/-/-">;
export type RoundListed = GetAnswer<"/rounds">["rounds"][number];
export type HandPlayed = RoundListed["hands"][number];
export type Statement = GetAnswer<"/me/statement">;
export type Floor = GetAnswer<"/floor">;
export type TableGlance = Floor["tables"][number];
export type ClosedTable = Floor["closed"][number];
export type Figures = GetAnswer<"/figures">;
export type TableFigures = Figures["tables"][number];
export type Refused = GetAnswer<"/tables/-/refused">["refused"];
export type SessionListed = GetAnswer<"/sessions">["sessions"][number];
export type SignificantEvent = GetAnswer<"/significant">["events"][number];
export type Chain = GetAnswer<"/chain">;
export type People = GetAnswer<"/people">;
export type PersonListed = People["people"][number];
export type SubmissionForm = PostAnswer<"/submissions">;
export type Objection = SubmissionForm["objections"][number];
export type Analysis = GetAnswer<"/analyses/-">;
export type Lesson = PostAnswer<"/training">;
export type LessonReport = Lesson["report"];
export type SetDrill = NonNullable<GetAnswer<"/training">["set"]>;
export type HiddenCards = NonNullable<PostAnswer<"/rounds/-/-/hidden">["moments"][number]["dealt"]>;

export type HiddenReplay = PostAnswer<"/rounds/-/-/hidden">;
/** A message of a replay; an auditor gets the hidden cards with it. */
export type Moment = SocketHappened & { dealt?: HiddenCards | null };

export type TableMessage = SocketView | SocketHappened;
export type Happened = SocketHappened;
export type SocketMessage = TableMessage | SocketDone | SocketRefused;
export type TableEvent = SocketHappened["events"][number];
export type View = SocketView["view"];
export type Seat = View["seats"][number];
export type Choice = View["choices"][number];
/** What is drawn of a message, whoever looks. */
export type ShownMessage = Pick<SocketView, "view" | "yours" | "programs" | "open"> &
	Partial<Pick<SocketView, "clock">>;

/** A part of the sign: a pay table, or limits. */
export interface SignBlock {
	title: string;
	clause: string;
	columns: string[];
	rows: string[][];
	notes: string[];
}

export interface RulingText {
	question: string;
	readings: string[];
	reason: string;
}

export interface Clause {
	id: string;
	says: string;
	kind: string;
	kept: "enforced" | "instructed" | "in part" | "outside" | "heading";
	parts: { says: string; kept: "enforced" | "instructed" | "outside"; outside: string | null }[];
	outside: string;
	refs: string[];
	rulings: string[];
	rules: string[];
	code: string[];
	tests: string[];
	instructions: { says: string }[];
}

export interface PayTable {
	name: string;
	title?: string;
	column?: string;
	clause?: string;
	rows: { name?: string; title?: string; hand: string; pays: string }[];
}

/** A command's JSON Schema, as the house describes it. */
export interface CommandSchema {
	title: string;
	description: string;
	properties: Record<string, any>;
	required: string[];
	"x-given-by"?: string[];
}

export interface Command {
	do: string;
	seat?: number;
	args?: Record<string, unknown>;
	expects?: number;
}

// ---- the table

/** The stakes that a player puts together, by wager. */
export type Draft = Record<string, number>;

export interface Line {
	wager: string;
	stake: number;
	result: "lose" | "push" | "returned" | "withdrawn" | "void" | "limit" | "win";
	amount: number;
	because: string;
	clauses: string[];
	pays: string;
	rulings: string[];
}

export interface SeatScene {
	cards: string[];
	discard: string[];
	wagers: Record<string, number>;
	lines: Line[];
	decisions: string[];
	ending: string;
	words: string;
	/** The cards that make the hand, once the round is over. */
	made: string[];
	/** The wagers for the next round, while the last one is still looked at. */
	ahead?: Record<string, number>;
}

export interface Scene {
	round: number;
	over: boolean;
	dealer: string[];
	community: string[];
	words: string;
	/** The cards that make the dealer's hand, once the round is over. */
	made: string[];
	seats: Record<string, SeatScene>;
}

export interface LogEntry {
	text: string;
	kind?: string;
	mine?: boolean;
	line?: Line | null;
	seq?: number;
	seat?: number;
	round?: number;
}

/** What a sentence about an event needs to know. */
export interface NarrationContext {
	layout: Layout;
	deck: string[];
	names: Record<number, string>;
	yours: number[];
}

/** A table as it is drawn, whoever looks. */
export interface ShownTable {
	layout: Layout;
	message: ShownMessage;
	scene: Scene;
	log: LogEntry[];
	draft: Draft;
	busy: string;
	sign?: PaySign;
	/** What the person may do there, where it is not to play. */
	may?: string;
	/** House time less the browser's, in milliseconds. */
	skew?: number;
	choosing?: Choice | null;
	away?: string[] | null;
}

/** The table that a person follows; `layout`, `message` and `scene` are null until they have come. */
export interface TableState extends ShownTable {
	name: string;
	status: "connecting" | "live" | "lost" | "closed" | "ended";
	message: TableMessage;
	before: Draft;
	/** The drafts before the last changes, for undoing them. */
	drafts: Draft[];
	/** What the last rounds came to, in cents. */
	results: number[];
	chip: number;
	tab: string;
	clause: { id: string; ruling: string } | null;
	rules: Rules | null;
	sign: PaySign;
	check: Check | null;
	choosing: Choice | null;
	/** the cards picked so far, where several are put away with it */
	away: string[] | null;
	leaving: boolean;
	playing: boolean;
	skew: number;
	last?: LastRound | null;
	coach?: CoachState;
}

/** What a player may do with a seat: the text of its button, the act, and whether it is off. */
export type SeatAction = [text: string, act: () => unknown, off?: boolean];
export type OpenClause = (clause: string, ruling?: string) => void;
export type Actions = typeof import("./screens/table.js").actions;

// ---- fairness

/** A player's part in the shuffles of a table, and the cards that were seen in the round. */
export interface Contribution {
	person?: string;
	session: string;
	text: string;
	seed: string;
	count: number;
	number: string;
	following: string;
	given: Record<string, string>;
	counted: Record<string, string>;
	/** Shuffles that a number was revealed for, and whose round has not ended yet. */
	open: number[];
	/** Those of them that had to end with the last round. */
	ended: number[];
	/** Those of earlier sessions, in words, and those that the last round was the first to come after. */
	unended: string[];
	lost: string[];
	promises: string[];
	cuts: number[] | null;
	staked: boolean;
	roots: Record<string, number>;
	readyFor: string;
	betOn: string;
	alarm: string;
	void: boolean | null;
	round?: number;
	moved: boolean;
	saw: Record<string, number[]>;
	shown: Record<string, string[]>;
	seats: number[];
}

/** A contribution that is changed by one act after the other. */
export interface OwnContribution extends Contribution {
	turn<T>(act: () => Promise<T>): Promise<T>;
}

export interface KnownBefore {
	root: string;
	number: string;
	shuffle: number;
	commitment: string;
	cards: Record<string, string[]>;
	anywhere: string[];
	void: boolean | null;
	seats: number[];
	promises: string[];
	cuts: number[] | null;
	revealed: number[];
	unended: string[];
}

export interface Finding {
	holds: boolean | null;
	says: string;
	/** No receipt of such a round can show it now, so that it keeps no round from being checked. */
	beyond: boolean;
}

export interface Check {
	round: number;
	receipt: Receipt | null;
	findings?: Finding[];
	known?: KnownBefore;
	state: "holds" | "open" | "broken";
	checking: boolean;
}

// ---- the coach

export interface Score {
	decisions: number;
	right: number;
	cost: string;
}

export interface CoachState {
	when: "asked" | "before" | "after";
	turn: string;
	account: Score;
	advice?: CoachAction[] | null;
	done?: { choice: string; discard: string } | null;
	note?: string;
	last?: { taken: CoachAction; actions: CoachAction[] };
}

// ---- forms and screens

export type Filled = Record<string, string>;
export type FieldOptions = Record<string, unknown> & { options?: (string | number)[][] };
export type FieldSpec = [name: string, label: Hole, more?: FieldOptions];

export interface Preferences {
	theme: string;
	pace: "slow" | "normal" | "fast" | "none";
	fourColour: boolean;
	textMode: boolean;
	/** The keys of one character act by themselves, with Alt, or not at all. */
	keys: "single" | "alt" | "off";
}

export interface State {
	route: { screen: string };
	prefs: Preferences;
	/** The person who is signed in, or null; undefined until the house has said it. */
	me: Me | null | undefined;
	wallet: number | null;
	lobby: Lobby | null;
	table: TableState | null;
	/** What went wrong last, until it is dismissed. */
	trouble: string;
	/** The dialog over the screen. */
	panel: string | null;
	/** The seat that the dialog is about. */
	at?: number;
	/** The wager that the dialog is about. */
	wager?: string;
	/** What the other screens work with, by their names. */
	screens: Record<string, any>;
}

/** A script of `screens`: what it does when it is opened at an address, and what it draws. */
export interface ScreenModule {
	open(parts: string[]): Promise<unknown>;
	Screen(props: { all: State }): VNode;
}

export interface FloorState {
	tables: Floor["tables"] | null;
	closed: ClosedTable[];
	figures: Figures;
	done: string;
	refused: Record<string, Refused>;
}

export interface ReplayFrame {
	scene: Scene;
	message: ShownMessage;
	text: string;
	line: Line | null;
}

export interface ReplayState {
	path: string;
	frames: ReplayFrame[] | null;
	at: number;
	playing: boolean;
	round: Round;
	layout: Layout;
	as: string;
	own: boolean;
	hands: HandPlayed[];
	incidents: SignificantEvent[];
	correction: string; // the id under which the next correction of the ledger is made, once
	corrected: string;
	shared: string | null;
	sharedCards?: boolean;
}

export interface Page<T> {
	found: T[];
	after: string | number;
	query: string;
}

export interface SurveillanceState {
	rounds: Page<RoundListed> | null;
	sessions: Page<SessionListed> | null;
	noted: Page<SignificantEvent> | null;
	chain: Chain | null;
	lists: RecallLists | null;
}

/** What the pick lists of recall are made of. */
export interface RecallLists {
	sessions: SessionListed[];
	rulebooks: Rulebook[];
	people: PersonListed[];
	book: Rules | null;
}

export interface DrillChoice {
	rulebook: string;
	seats: number;
	trouble: number;
	others: string;
	dealing?: string;
}

export interface TrainingState {
	lesson: Lesson | null;
	report: LessonReport | null;
	rulebooks: Rulebook[];
	ways: string[][];
	set: SetDrill | null;
	done: string;
	log: LogEntry[];
	drill: DrillChoice;
	scene: Scene | null;
	message: ShownMessage;
	wrong: string | null;
}

export interface PracticeState {
	book: string;
	books: Rulebook[] | null;
	title: string;
	left: Exercise[];
	now: Exercise | null;
	again: Exercise | false | undefined;
	taken: ExerciseAction | null;
	layout: { deck: { faces: Record<string, string> } };
	wait: number;
	turn: number;
}

export interface Progress extends Score {
	missed: Exercise[];
}

export interface RulesState {
	book: Rules | null;
	clause?: string;
	since: EditionChanges | null;
	hits: SearchResult | null;
	words: string;
	filter: string;
	rulebooks?: Rulebook[];
}

/** Credentials that are told once: a one-time password, or a token. */
export interface NewCredentials {
	name?: string;
	login?: string;
	password?: string;
	token?: string;
	expires?: number;
}

export interface ManageState {
	part: string;
	made: NewCredentials | null;
	books: Rulebook[];
	form: Omit<SubmissionForm, "sign"> & { sign: PaySign };
	fields: Filled;
	analysis: Analysis | null;
	of: string;
	people: PersonListed[];
	more: string;
	roles: string[];
	assignable: string[];
	tables: string[];
	passes?: Record<string, Passes>;
}
