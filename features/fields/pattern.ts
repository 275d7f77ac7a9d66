import { phrase } from "#platform/words.ts";
import type { Problem } from "./field-kind.ts";

/** How many times something of any length may occur in a pattern. Three of them in 200 characters are some millions of steps at most. */
const unboundedLimit = 3;

/**
 * A pattern of a field as a regular expression for a whole value; a problem where it is none, or could take very long: a repeated group that holds a
 * repetition of its own, back references and looking around are refused, and so are more than three repetitions without an end.
 */
export function readPattern(text: string): RegExp | Problem {
  try {
    // Built from what an admin wrote, once slow forms are refused; values have at most 2,000 characters.
    const pattern = new RegExp(`^(?:${text})$`, "u");
    return isSlow(text)
      ? { code: "slow_pattern", text: phrase("This pattern is too complicated. Write it without repeating what is repeated already.") }
      : pattern;
  } catch {
    return { code: "no_pattern", text: phrase("This is not a regular expression.") };
  }
}

function isSlow(text: string): boolean {
  // Escaped signs and classes hold no quantifiers.
  const plain = text
    .replaceAll(/\\[1-9k]/g, "\u0001")
    .replaceAll(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|.)/gsu, "x")
    .replaceAll(/\[[^\]]*\]/g, "x");
  if (plain.includes("\u0001") || /\(\?(?!:)/.test(plain)) return true;
  const unbounded = plain.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  if (unbounded > unboundedLimit) return true;
  const repeats: boolean[] = [false];
  for (let at = 0; at < plain.length; at++) {
    const sign = plain[at];
    if (sign === "(") repeats.push(false);
    else if (sign === ")") {
      const inner = repeats.pop() ?? false;
      const quantifier = /^(?:[*+]|\{(\d+)(,?)(\d*)\})/.exec(plain.slice(at + 1));
      const many = quantifier !== null && (quantifier[1] === undefined || Number(quantifier[3] || quantifier[1]) > 1);
      if (quantifier && inner && many) return true;
      if (quantifier && many && quantifier[0] !== `{${quantifier[1]}}` && hasAlternatives(plain, at)) return true;
      if (inner || quantifier) repeats[repeats.length - 1] = true;
    } else if (sign === "*" || sign === "+" || sign === "?" || sign === "{") repeats[repeats.length - 1] = true;
    // Repetitions count up to 200 at most, also as numbers.
    const count = /^\{(\d+)(?:,(\d+))?\}/.exec(plain.slice(at));
    if (count && Number(count[2] ?? count[1]) > 200) return true;
  }
  return false;
}

/** Whether the group that ends at this position offers alternatives, which repeated can match the same text in many ways. */
function hasAlternatives(plain: string, end: number): boolean {
  let depth = 0;
  for (let at = end; at >= 0; at--) {
    if (plain[at] === ")") depth++;
    if (plain[at] === "(" && --depth === 0) return false;
    if (plain[at] === "|" && depth === 1) return true;
  }
  return false;
}
