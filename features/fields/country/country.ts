import { phrase } from "#platform/words.ts";
import { bad, good } from "../field-kind.ts";
import { wordsKind } from "../words-kind.ts";
import { countryCodes } from "./country-codes.ts";

const known: ReadonlySet<string> = new Set(countryCodes);
const nameIn = (language: string) => new Intl.DisplayNames([language], { type: "region" });
/** Codes by their names in the product's languages, for cells of imports. */
let byName: Map<string, string> | undefined;
const plain = (name: string) =>
  name
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

function codeOf(written: string): string | undefined {
  const code = written.toUpperCase();
  if (known.has(code)) return code;
  byName ??= new Map(["en", "de"].flatMap((language) => countryCodes.map((one) => [plain(nameIn(language).of(one) ?? one), one] as const)));
  return byName.get(plain(written));
}

/** A country or region by its ISO 3166 code; names in English and German are understood too. */
export const country = wordsKind({
  comparedAs: "country",
  text: (code, { language }) => nameIn(language).of(code) ?? code,
  most: 80,
  check(written) {
    const code = codeOf(written);
    return code ? good(code) : bad("no_country", phrase("This country is not known. Write its name or its code, such as DE."));
  },
});
