// What other features ask of courses on the server: parts of their statements.
export { inPicked, matchesWords, pickedCategories } from "./course-sql.ts";
export { becomesCurrent } from "./current-version.ts";
export { deleteCourse, findDraft, saveDraftPage, updateDraft } from "./drafts.ts";
