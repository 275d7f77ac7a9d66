import { rule } from "#platform/actor.ts";

export const browseCatalog = rule("signed in: catalog", () => true);
export const readDetails = rule("signed in: course details", () => true);
