import { sayIn } from "#platform/catalogue.ts";
import type { Language } from "#platform/languages.ts";
import { momentIn } from "#platform/moment.ts";
import type { Teller } from "../event.ts";

/** A link without its secret. */
const hiddenLink = (to: string) => `${to}#hidden`;

const tellers = new Map<string, Teller>();

/** Words for a person in a language and a time zone. The city of the zone stands beside each time (MAIL-6). */
export function tellerIn(language: Language, timeZone: string): Teller {
  const key = `${language} ${timeZone}`;
  const known = tellers.get(key);
  if (known) return known;
  if (tellers.size > 500) tellers.clear();
  const made = { say: sayIn(language), moment: momentIn(language, timeZone), link: hiddenLink };
  tellers.set(key, made);
  return made;
}
