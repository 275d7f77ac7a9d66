/** What people ask for help with, in the order of the form; their words are in web/use-question-words.ts. */
export const topics = ["course", "account", "technical", "other"] as const;
export type Topic = (typeof topics)[number];
