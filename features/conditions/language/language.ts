import * as z from "zod/mini";
import { words } from "#platform/words.ts";
import type { ConditionKind } from "../condition-kind.ts";

/** A code such as "de" only, since which languages there are changes with versions and must not make a stored condition unreadable; one that is none fits nobody. */
const Code = z.string().check(z.minLength(1), z.maxLength(35));
/** Somebody who has chosen one of some languages; null: none, and reads in that of the portal. */
export const LanguageTest = z.object({
  kind: z.literal("language"),
  languages: z.nullable(
    z.array(Code).check(z.minLength(1, words("Choose a language.")), z.maxLength(50, words("Choose at most {maximum}."))),
  ),
});
export type LanguageTest = z.infer<typeof LanguageTest>;

export const language: ConditionKind<LanguageTest> = {
  fits: ({ languages }, { language: chosen }) =>
    languages === null || chosen === null ? languages === chosen : languages.includes(chosen),
  seen: (_, { language: chosen }) => ({ language: chosen }),
};
