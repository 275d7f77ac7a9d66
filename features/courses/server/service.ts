// What other features ask of courses on the server: parts of their statements, and the words of a completion rule.
export { inPicked, matchesWords, pickedCategories } from "./course-sql.ts";
export { becomesCurrent } from "./current-version.ts";
export { ruleWords } from "./rule-words.ts";
