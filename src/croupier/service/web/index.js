// The modules that every screen is made with, in one place.

export * from "./api.js";
export * from "./auth.js";
export * from "./components.js";
export * from "./format.js";
export * from "./keys.js";
export * from "./local_storage.js";
export * from "./state.js";
export * from "./vendor/htm-preact-3.1.1.js";
export * from "./words.js";
