// The same letters as in the SQL function folded (db/functions/for-tables/folded.sql); a test compares both.
const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZØøĐđÐðĦħŁłŦŧŊŋıƏəΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩЂЄІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐґ";
const smalls = "abcdefghijklmnopqrstuvwxyzooddddhhllttnnieeαβγδεζηθικλμνξοπρσστυφχψωђєіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґґ";
const plain = new Map([...capitals].map((letter, at) => [letter, smalls[at] ?? letter]));
const pairs: readonly (readonly [RegExp, string])[] = [
  [/[ßẞ]/g, "ss"],
  [/[Ææ]/g, "ae"],
  [/[Œœ]/g, "oe"],
  [/[Þþ]/g, "th"],
];

/**
 * A text without differences between capital and small letters, with and without accents, for comparing and searching: "Đặng Weiß" becomes "dang weiss". The
 * database has the same as the function `folded`, whatever its locale is.
 */
export function folded(text: string): string {
  let found = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  for (const [letters, written] of pairs) found = found.replace(letters, written);
  let result = "";
  for (const letter of found) result += plain.get(letter) ?? letter;
  return result;
}
