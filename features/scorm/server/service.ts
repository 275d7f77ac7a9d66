// What other features ask of packages on the server.
export { findingIn } from "./import/report-text.ts";
export { removeEmptyDraft } from "./queries.ts";
