// The types of what the scripts work with. A message is named by the address at which the house answers it.

import type { GetAnswer, PostAnswer, SocketDone, SocketHappened, SocketRefused, SocketView } from "./messages.js";

export type { VNode } from "./vendor/htm-preact.js";

// ---- messages

export type Me = GetAnswer<"/me">;
export type Passes = GetAnswer<"/me/passes">["passes"];
export type OpenTable = GetAnswer<"/tables">["tables"][number];
export type Layout = GetAnswer<"/tables/-/layout">;
export type Spot = Layout["wagers"][number];
export type CallableIrregularity = Layout["calls"][number];
export type RulingChoice = Layout["waits"][string]["choices"][number];
export type PaySign = Pick<GetAnswer<"/tables/-/sign">, "title" | "blocks" | "limits" | "phrases">;
export type Rules = GetAnswer<"/rulebooks/-"> & { short?: string; follows?: string };
export type Rulebook = GetAnswer<"/rulebooks">["rulebooks"][number];
export type SearchResult = GetAnswer<"/rulebooks/search">;
export type EditionChanges = GetAnswer<"/rulebooks/-/since/-">;
export type LastRound = GetAnswer<"/tables/-/last">;
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

export type TableMessage = SocketView | SocketHappened;
export type Happened = SocketHappened;
export type SocketMessage = TableMessage | SocketDone | SocketRefused;
export type TableEvent = SocketHappened["events"][number];
export type View = SocketView["view"];
export type Seat = View["seats"][number];
export type Choice = View["choices"][number];
/** What is drawn of a message, whoever looks. */
export type ShownMessage = Pick<SocketView, "view" | "yours" | "programs" | "open">;

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
}

export interface Scene {
	round: number;
	over: boolean;
	dealer: string[];
	community: string[];
	words: string;
	seats: Record<string, SeatScene>;
}

export interface LogEntry {
	text: string;
	kind?: string;
	mine?: boolean;
	line?: Line | null;
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
	may?: string;
}

/** The table that a person follows; `layout`, `message` and `scene` are null until they have come. */
export interface TableState extends ShownTable {
	name: string;
	status: "connecting" | "live" | "lost" | "closed" | "ended";
	message: TableMessage;
	before: Draft;
	chip: number;
	tab: string;
	clause: { id: string; ruling: string } | null;
	rules: Rules | null;
	sign: PaySign;
	check: Check | null;
	choosing: Choice | null;
	leaving: boolean;
	playing: boolean;
	skew: number;
	last?: LastRound | null;
	coach?: CoachState;
}

export type OpenClause = (clause: string, ruling?: string) => void;
export type Actions = typeof import("./screens/table.js").actions;

// ---- fairness

export interface Shuffle {
	commitment: string;
	number: string;
}

/** A player's part in the shuffles of a table. */
export interface Contribution {
	person?: string;
	text: string;
	seed: string;
	count: number;
	number: string;
	following: string;
	promised: boolean;
	next: Shuffle;
	decks: Record<string, Shuffle>;
	roots: Record<string, Shuffle>;
	readyFor: string;
	betOn: string;
}

/** A contribution that is changed by one act after the other. */
export interface OwnContribution extends Contribution {
	turn<T>(act: () => Promise<T>): Promise<T>;
}

export interface KnownBefore extends Shuffle {
	root: string;
}

export interface Finding {
	holds: boolean | null;
	says: string;
}

export interface Check {
	round: number;
	receipt: Receipt | null;
	findings?: Finding[];
	holds: boolean;
	open: number;
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
export type FieldSpec = [name: string, label: unknown, more?: FieldOptions];

export interface Preferences {
	theme: string;
	pace: "slow" | "normal" | "fast" | "none";
	fourColour: boolean;
	textMode: boolean;
	keys: boolean;
}

export interface State {
	route: { screen: string };
	prefs: Preferences;
	/** The person who is signed in, or null; undefined until the house has said it. */
	me: Me | null | undefined;
	wallet: number | null;
	lobby: { tables: OpenTable[]; layouts?: Record<string, Layout> } | null;
	table: TableState | null;
	/** What went wrong last, until it is dismissed. */
	trouble: string;
	/** The dialog over the screen. */
	panel: string | null;
	/** The seat that the dialog is about. */
	at?: number;
	/** What the other screens work with, by their names. */
	screens: Record<string, any>;
}
