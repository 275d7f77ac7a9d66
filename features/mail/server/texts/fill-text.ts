import type { OwnText, TextName, TextValues, Told } from "#features/notifications/event.ts";
import { invalid } from "#platform/errors.ts";
import { nearest } from "#platform/nearest.ts";
import type { MailText } from "../../texts-contract.ts";
import { headerText } from "../compose.ts";

/** A letter as its event tells it, and what stands for the variables of a portal's own text. */
export interface Facts {
  readonly told: Told;
  readonly names: Readonly<Record<string, TextName>>;
  readonly values: TextValues;
}

/** The variables that every letter has. */
const common: Readonly<Record<string, TextName>> = {
  person: { what: (say) => say("The name of whoever gets the email"), example: () => "Ana Ruiz" },
  portal: { what: (say) => say("The name of the portal"), example: ({ say }) => say("The name of the portal") },
};
/** The button; of what protects accounts a needed one. */
const link: TextName = { what: (say) => say("The button, on a line alone"), example: (teller) => teller.say("The button"), isLines: true };

/** What a portal's own text of an event may name. */
export const namesOf = (own: OwnText<unknown>, mandatory: boolean): Readonly<Record<string, TextName>> => ({
  link: { ...link, ...(mandatory && { isNeeded: true }) },
  ...own.names,
  ...common,
});

const variable = /\{([^{}\n]*)\}/gu;
const alone = /^\s*\{([^{}\n]*)\}\s*$/u;
const lineOf = (body: string) => body.split("\n").filter((line) => line.trim() !== "");
const namedIn = (text: string) => [...text.matchAll(variable)].map(([, name = ""]) => name);
const braced = (name: string) => `{${name}}`;

/** Throws 400 for a text that its event cannot fill: with an unknown variable, one where it cannot stand, or without one that it needs. */
export function checkText({ subject, body, button }: MailText, names: Readonly<Record<string, TextName>>): void {
  const fields = Object.entries({ subject, body, button });
  for (const [field, text] of fields) {
    for (const name of namedIn(text)) if (!Object.hasOwn(names, name)) throw unknown(field, name, Object.keys(names));
    const rest = text.replace(variable, "");
    if (/[{}]/.test(rest))
      throw invalid(field, "lone_brace", "A brace stands alone here. Write a variable with one on each side, such as {example}.", {
        example: braced("portal"),
      });
  }
  for (const [field, text] of fields)
    for (const line of field === "body" ? lineOf(text).filter((one) => !alone.test(one)) : [text])
      for (const name of namedIn(line))
        if (names[name]?.isLines)
          throw invalid(field, "needs_own_line", "{name} is more than a word: put it into the text, on a line alone.", {
            name: braced(name),
          });
  const used = namedIn(body);
  if (used.filter((name) => name === "link").length > 1)
    throw invalid("body", "one_link", "An email has one button: {name} can stand in it once.", { name: braced("link") });
  for (const [name, { isNeeded }] of Object.entries(names))
    if (isNeeded && !used.includes(name))
      throw invalid("body", "needed", "Without {name} this email cannot do what it is for. Put it on a line of the text.", {
        name: braced(name),
      });
}

function unknown(field: string, name: string, known: readonly string[]) {
  const near = nearest(name.trim().toLowerCase(), known);
  return near === null
    ? invalid(field, "unknown_variable", "{name} is no variable of this email. There are: {known}.", {
        name: braced(name),
        known: known.map(braced).join(", "),
      })
    : invalid(field, "misspelt_variable", "{name} is no variable of this email. Did you mean {nearest}?", {
        name: braced(name),
        nearest: braced(near),
      });
}

/** A text with its variables; null where one of them has nothing to say. */
function filled(text: string, values: TextValues): string | null {
  let isWhole = true;
  const said = text.replace(variable, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : null;
    if (typeof value !== "string" || value.trim() === "") isWhole = false;
    return typeof value === "string" ? headerText(value) : "";
  });
  return isWhole ? said.trim() : null;
}

/**
 * What a letter says in a portal's own words. A line with a variable that has nothing to say is left out, and a subject with one is the usual one. Null where nothing
 * is left, or nothing of what it is for: then the words of the product are better.
 */
export function fillText({ subject, body, button }: MailText, { told, names, values }: Facts): Told | null {
  const before: string[] = [];
  const after: string[] = [];
  let lines = before;
  const said = new Set<string>();
  for (const line of lineOf(body)) {
    const only = alone.exec(line)?.[1];
    const value = only === undefined || !Object.hasOwn(values, only) ? undefined : values[only];
    const isLink = only === "link";
    const whole = isLink ? [] : typeof value === "object" && value !== null ? value : filled(line, values);
    if (whole === null) continue;
    for (const name of namedIn(line)) said.add(name);
    if (isLink) lines = after;
    else lines.push(...(typeof whole === "string" ? [whole] : whole));
  }
  const isWhole = Object.entries(names).every(([name, { isNeeded }]) => !isNeeded || said.has(name));
  if (!isWhole || before.length + after.length === 0) return null;
  return {
    subject: filled(subject, values) || told.subject,
    lines: before,
    action: { ...told.action, label: filled(button, values) || told.action.label },
    after,
    ...(!said.has("link") && { hasNoLink: true }),
  };
}
