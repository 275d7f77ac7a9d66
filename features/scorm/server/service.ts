// The server functions about packages for other features.
export { findingIn } from "./import/report-text.ts";
export { draftPackage, listPackages, partsOfOthers, removeEmptyDraft } from "./queries.ts";
