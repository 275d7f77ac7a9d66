import type { Teller, Told } from "#features/notifications/event.ts";
import { courseOf, eventNamed } from "#features/notifications/events.ts";
import { wordsOf } from "#features/notifications/server/service.ts";
import type { Language } from "#platform/languages.ts";
import type { MailText } from "../../texts-contract.ts";
import { fillText, namesOf } from "./fill-text.ts";
import { textKey, type OwnTexts } from "./queries.ts";

/** The words that a portal has of its own, and whom they name. */
interface Own {
  readonly texts: OwnTexts;
  /** The groups of the person that have words of their own. */
  readonly groupIds: readonly number[];
  readonly language: Language;
  /** Empty for somebody whose name nobody knows. */
  readonly person: string;
  readonly portal: string;
}

const isSame = (one: MailText, other: MailText) => one.subject === other.subject && one.body === other.body && one.button === other.button;

/**
 * The portal's own text that somebody gets: that of the course, else that of their groups, else that of the portal. Where their groups say different things, none of
 * them is more right than the others, so it is that of the portal. Undefined: that of the product.
 */
export function textFor(
  texts: OwnTexts,
  { event, language, courseId, groupIds }: { event: string; language: string; courseId: number | null; groupIds: readonly number[] },
): MailText | undefined {
  const ofCourse = courseId === null ? undefined : texts.get(textKey(event, language, `course ${courseId}`));
  if (ofCourse) return ofCourse;
  const [first, ...others] = groupIds.flatMap((id) => texts.get(textKey(event, language, `group ${id}`)) ?? []);
  if (first && others.every((one) => isSame(first, one))) return first;
  return texts.get(textKey(event, language));
}

/** What a mail says of a stored event: in the portal's own words, else in those of the product. Null for an event or variables that this version does not know. */
export function letterWords(
  name: string,
  variables: unknown,
  teller: Teller,
  { texts, groupIds, language, person, portal }: Own,
): Told | null {
  const told = wordsOf(name, variables, teller);
  const event = eventNamed(name);
  const text = textFor(texts, { event: name, language, courseId: courseOf(variables), groupIds });
  if (!told || !text || !event?.own) return told;
  const values = { ...event.own.values(teller, event.variables.parse(variables)), person, portal };
  return fillText(text, { told, names: namesOf(event.own, event.mandatory), values }) ?? told;
}
