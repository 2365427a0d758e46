// What every screen is made with, in one place.

export * from "./vendor/htm-preact.js";
export * from "./api.js";
export * from "./kept.js";
export * from "./state.js";
export * from "./words.js";
export * from "./people.js";
export * from "./parts.js";
export * from "./pressing.js";
