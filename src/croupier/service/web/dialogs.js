// The dialogs that are loaded when the first of them is opened, by name.

export { Settings as choices } from "./screens/settings.js";
export { WagerRule as wager } from "./table/controls/wager_rule.js";
export { Neighbour as neighbour } from "./table/neighbour.js";
