// A step of `npm test`: every text must exist in every language.
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { readCatalogue } from "#platform/catalogue.ts";
import { languages } from "#platform/languages.ts";

/** What is wrong with the translations, a line each: missing ones, obsolete ones, and placeholders or tags that differ from the English. */
export async function faultsOfCatalogues(): Promise<string[]> {
  const faults: string[] = [];
  // The English texts are in the sources.
  for (const locale of languages.slice(1)) {
    for (const { message = "", translation = "", obsolete } of Object.values(await readCatalogue(locale))) {
      const fault = (what: string) => faults.push(`locales/${locale}.po: ${what}: ${JSON.stringify(message)}`);
      if (obsolete) fault("no text of the sources any more");
      else if (translation === "") fault("without words");
      else if (piecesOf(message) !== piecesOf(translation)) fault(`other places or tags than the English (${piecesOf(translation)})`);
    }
  }
  return faults;
}

/** The placeholders and tags of a text, each once, as a line to compare. */
function piecesOf(text: string): string {
  const names = new Set<string>();
  const collect = (part: unknown): void => {
    if (typeof part === "string") for (const [tag] of part.matchAll(/<\/?\d+\/?>/g)) names.add(tag);
    if (!Array.isArray(part)) return;
    for (const token of part) {
      if (!Array.isArray(token)) {
        collect(token);
        continue;
      }
      const [name, kind, cases] = token as [string, string?, unknown?];
      names.add(kind ? `{${name}, ${kind}}` : `{${name}}`);
      if (typeof cases === "object" && cases !== null) for (const one of Object.values(cases)) collect(one);
    }
  };
  collect(compileMessage(text));
  return [...names].toSorted().join(" ");
}
