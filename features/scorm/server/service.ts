// The server functions about packages for other features.
export { findingIn } from "./import/report-text.ts";
export { draftPackage, removeEmptyDraft } from "./queries.ts";
