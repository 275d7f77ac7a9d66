import type { RichNode } from "./text.ts";

/** The texts of a document's links. What stands beside one another with the same address is one link, whatever else marks its parts. */
export function linkTexts({ content = [] }: RichNode): string[] {
  const texts: string[] = [];
  let last: string | null = null;
  for (const node of content) {
    const link = node.marks?.find(({ type }) => type === "link");
    const href = link ? String(link.attrs?.href ?? "") : null;
    if (href !== null) {
      if (href === last) texts.push(`${texts.pop() ?? ""}${node.text ?? ""}`);
      else texts.push(node.text ?? "");
    }
    last = href;
    if (node.content) texts.push(...linkTexts(node));
  }
  return texts;
}

/** Words that say nothing of where a link leads, in the languages of the product. */
const vague = new Set(
  `here|click here|click|click this|this|this link|link|more|read more|learn more|see more|details
hier|hier klicken|klicken sie hier|klick hier|klicken|dieser link|mehr|mehr lesen|mehr erfahren|weiterlesen|weiter|siehe hier`.split(
    /[|\n]/,
  ),
);
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Whether a link has no words at all. */
export const emptyLink = (text: string): boolean => text.trim() === "";
/** Whether a link's words could stand on any other link too. */
export const isVague = (text: string): boolean => !emptyLink(text) && (plain(text) === "" || vague.has(plain(text)));
