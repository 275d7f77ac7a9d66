import type { Teller, Told } from "#features/notifications/event.ts";
import { eventNamed } from "#features/notifications/events.ts";
import { wordsOf } from "#features/notifications/server/service.ts";
import type { Language } from "#platform/languages.ts";
import { fillText, namesOf } from "./fill-text.ts";
import { textKey, type OwnTexts } from "./queries.ts";

/** The words that a portal has of its own, and whom they name. */
interface Own {
  readonly texts: OwnTexts;
  readonly language: Language;
  /** Empty for somebody whose name nobody knows. */
  readonly person: string;
  readonly portal: string;
}

/** What a mail says of a stored event: in the portal's own words, else in those of the product. Null for an event or variables that this version does not know. */
export function letterWords(name: string, variables: unknown, teller: Teller, { texts, language, person, portal }: Own): Told | null {
  const told = wordsOf(name, variables, teller);
  const event = eventNamed(name);
  const text = texts.get(textKey(name, language));
  if (!told || !text || !event?.own) return told;
  const values = { ...event.own.values(teller, event.variables.parse(variables)), person, portal };
  return fillText(text, { told, names: namesOf(event.own, event.mandatory), values }) ?? told;
}
