import type { LucideIcon } from "lucide-react";
import { folded } from "#platform/folded.ts";

/** A screen to go to, or something to do, in the palette. */
export interface Place {
  readonly id: string;
  readonly label: string;
  /** What it belongs to, where its name alone does not say that. */
  readonly note?: string | undefined;
  readonly icon: LucideIcon;
  /** The address of a screen, without /v. */
  readonly to?: string | undefined;
  readonly onAction?: (() => void) | undefined;
}

/** The places of somebody by kind. */
export interface Places {
  /** Those of the role that they are in, which are there before anything is typed. */
  readonly here: readonly Place[];
  readonly actions: readonly Place[];
  readonly account: readonly Place[];
  /** Those of their other roles, and behind tabs. */
  readonly elsewhere: readonly Place[];
}

const wordsOf = (text: string) =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The places that have, for each word of a text, a word of their name that begins with it, without regard to capital letters and accents. All for no text, none for signs alone. */
export function placesWith<Some extends Pick<Place, "label" | "note">>(places: readonly Some[], text: string): readonly Some[] {
  const typed = wordsOf(text);
  if (typed.length === 0) return text.trim() === "" ? places : [];
  return places.filter(({ label, note = "" }) => {
    const words = wordsOf(`${label} ${note}`);
    return typed.every((word) => words.some((one) => one.startsWith(word)));
  });
}

/** Without those whose address an earlier one has. */
export function eachOnce(places: readonly Place[]): Place[] {
  const seen = new Set<string>();
  return places.filter(({ to }) => to === undefined || (!seen.has(to) && seen.add(to)));
}
