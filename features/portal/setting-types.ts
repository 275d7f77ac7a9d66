import { sayIn, type Say } from "#platform/catalogue.ts";
import { phrase, type Values } from "#platform/words.ts";
import { isOn } from "./setting-values.ts";
import type { Setting } from "./settings.ts";

/** Why a text is no value of a setting: a code, and an English text of the catalogue. */
export interface SettingProblem {
  readonly code: string;
  readonly text: string;
  readonly params?: Values;
}

type Read = { readonly value: string } | { readonly problem: SettingProblem };

/** A line of a setting, without the blanks around it; those without anything are left out. */
export const linesIn = (text: string): string[] => text.split(/\r?\n/).flatMap((line) => line.trim() || []);

/** The longest value there can be, in characters. */
const longest = 4_000;
const tooLong = { code: "too_long", text: phrase("This is longer than {max} characters."), params: { max: longest } };

/** How a text becomes a value of each type: in the form in which it is kept, or why it is none. An empty text is "nothing" where the type has that. */
const types: Readonly<Record<Setting["type"], (text: string, setting: Setting, say: Say) => Read>> = {
  flag: (text) =>
    ["true", "1", "false", "0"].includes(text)
      ? { value: String(isOn(text)) }
      : { problem: { code: "not_a_flag", text: phrase("This is either on or off: true or false.") } },
  text: (text) => ({ value: text.trim() }),
  url: (text) =>
    text.trim() === "" || (/^https?:\/\/[^\s/]/i.test(text.trim()) && URL.canParse(text.trim()))
      ? { value: text.trim() }
      : { problem: { code: "not_an_address", text: phrase("Write a whole address that begins with https:// or http://.") } },
  number: (text, { min = 0, max = Number.MAX_SAFE_INTEGER }) =>
    /^\d{1,15}$/.test(text.trim()) && Number(text) >= min && Number(text) <= max
      ? { value: String(Number(text)) }
      : { problem: { code: "not_in_range", text: phrase("Write a whole number from {min} to {max}."), params: { min, max } } },
  choice: (text, { choices = {} }) =>
    Object.hasOwn(choices, text)
      ? { value: text }
      : {
          problem: {
            code: "no_such_choice",
            text: phrase("This can be one of: {choices}."),
            params: { choices: Object.keys(choices).join(", ") },
          },
        },
  choices: (text, { choices = {} }, say) => {
    const wanted = text.split(",").flatMap((one) => one.trim() || []);
    const known = Object.keys(choices);
    return wanted.length > 0 && wanted.every((one) => known.includes(one))
      ? { value: known.filter((one) => wanted.includes(one)).join(",") }
      : {
          problem: {
            code: wanted.length > 0 ? "no_such_choice" : "none_chosen",
            text: phrase("Choose one at least of these: {choices}."),
            // By their names, as the page offers them; whoever writes a key that there is not, needs the keys.
            params: { choices: (wanted.length > 0 ? known : Object.values(choices).map((title) => title(say))).join(", ") },
          },
        };
  },
  lines: (text, { line: shape }) => {
    const lines = linesIn(text);
    const wrong = lines.find((line) => shape && !shape.test(line));
    return wrong === undefined
      ? { value: lines.join("\n") }
      : { problem: { code: "wrong_line", text: phrase("\u201c{line}\u201d cannot stand here."), params: { line: wrong.slice(0, 80) } } };
  },
};

/** Reads a text as the value of a setting. say: in whose language a problem names what can be chosen. */
export const readSetting = (setting: Setting, text: string, say: Say = sayIn("en")): Read =>
  text.length > longest ? { problem: tooLong } : types[setting.type](text, setting, say);
