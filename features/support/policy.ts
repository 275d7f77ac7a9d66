import { may } from "#features/portal/permissions.ts";
import { rule } from "#platform/actor.ts";

/** Every member asks for help and reads the answers to their own questions; nobody else's. */
export const ownQuestions = rule("signed in: own questions", () => true);
/** Endpoint rule for reading and answering the questions of whom somebody's rights reach (HELP-3). */
export const answersQuestions = may("answer-questions");
