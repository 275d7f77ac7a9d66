import { shortened } from "#platform/shortened.ts";

const longest = 90;

/** A category's name as a word of an address: lower case, without accents, with hyphens. Never empty, never a number. */
export function slugOf(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-");
  const plain = shortened(words, longest).replace(/^-+|-+$/g, "");
  return /[^\d-]/.test(plain) ? plain : `category${plain && "-"}${plain}`;
}

/** The word, or the first with a number behind it that is not among the taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let nth = 1; ; nth++) {
    const one = nth === 1 ? slug : `${slug}-${nth}`;
    if (!taken.has(one)) return one;
  }
}
