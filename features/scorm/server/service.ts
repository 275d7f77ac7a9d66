// The server functions about packages for other features.
export { findingIn } from "./import/report-text.ts";
export { lastCalls, type WhichCalls } from "./last-calls.ts";
export { draftPackage, listPackages, partsOfOthers, removeEmptyDraft } from "./queries.ts";
export { findPackageToTest } from "./runtime-queries.ts";
export { openToLook, type Looker } from "./runtime.ts";
export type { StillLooks } from "./package-access.ts";
export type { ContentOrigins } from "./content-origins.ts";
export type { Tokens } from "./tokens.ts";
