export { requireVisible, seesCondition, showChoices } from "./choices.ts";
export { whoWouldFit, type AsIf, type PersonAsIf } from "./as-if.ts";
export { compile, peopleWhoFit, personFits } from "./compile.ts";
export { explainPerson } from "./explain-person.ts";
export type { Place, Teams } from "./kind-sql.ts";
export { tellWhy } from "./why.ts";
