import { columnOfHeading, keptHeading, plainHeading, type OwnColumn, type Subject } from "./headings.ts";
import type { Meaning, Plan } from "./plan.ts";

interface Known {
  /** The columns that the importer may fill. */
  readonly targets: readonly { readonly meaning: string; readonly label: string | null; readonly isKey: boolean }[];
  /** What headings meant the last time, by their plain form. */
  readonly remembered: ReadonlyMap<string, string | null>;
  readonly subject: Subject;
  /** The order of dates where the table says nothing. */
  readonly dateOrder: Plan["dateOrder"];
}

const longestEmail = 254;
const emailLike = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Guesses what the columns mean: as the last time, by the name of a field, by a known heading, and the address by its sign. Each meaning once. */
export function guessPlan(
  headings: readonly string[],
  samples: readonly (readonly string[])[],
  { targets, remembered, dateOrder, subject }: Known,
): Plan {
  const width = Math.max(headings.length, ...samples.map((row) => row.length), 0);
  const taken = new Set<string>();
  const take = (meaning: string | null | undefined): Meaning | null => {
    if (!meaning || taken.has(meaning) || !targets.some((one) => one.meaning === meaning)) return null;
    taken.add(meaning);
    return meaning as Meaning;
  };
  const fields = new Map(targets.filter(({ label }) => label !== null).map(({ label, meaning }) => [plainHeading(label ?? ""), meaning]));
  const columns: (Meaning | null)[] = Array.from({ length: width }, (_, at) => {
    const plain = plainHeading(headings[at] ?? "");
    if (plain === "") return null;
    const kept = keptHeading(plain, subject);
    return remembered.has(kept) ? take(remembered.get(kept)) : take(fields.get(plain) ?? columnOfHeading(headings[at] ?? "", subject));
  });
  if (!taken.has("email")) {
    const at = columns.findIndex((meaning, column) => {
      const filled = samples.map((row) => (row[column] ?? "").trim()).filter((cell) => cell !== "");
      return meaning === null && filled.length > 0 && filled.every((cell) => cell.length <= longestEmail && emailLike.test(cell));
    });
    if (at >= 0) columns[at] = take("email");
  }
  const key = taken.has("email" satisfies OwnColumn)
    ? "email"
    : taken.has("external_id" satisfies OwnColumn)
      ? "external_id"
      : (targets.find(({ meaning, isKey }) => isKey && taken.has(meaning))?.meaning ?? "email");
  const returns = taken.has("external_id" satisfies OwnColumn) && targets.some(({ meaning }) => meaning === "status");
  return { columns, key, mode: "both", dateOrder: orderOfDates(samples.flat()) ?? dateOrder, groupIds: [], leavers: false, returns };
}

/** The order of day, month and year that all these cells allow and one of them asks for; null when none does. */
export function orderOfDates(cells: readonly string[]): Plan["dateOrder"] | null {
  let dmy = 0;
  let mdy = 0;
  let ymd = 0;
  for (const cell of cells) {
    const text = cell.trim();
    if (/^\d{4}[./]\d{1,2}[./]\d{1,2}\b/.test(text)) ymd += 1;
    const [, first, sign, second] = /^(\d{1,2})([./-])\s?(\d{1,2})[./-]\s?\d{4}\b/.exec(text) ?? [];
    if (Number(first) > 12 || (sign === "." && Number(second) <= 12)) dmy += 1;
    else if (Number(second) > 12) mdy += 1;
  }
  if (dmy + mdy + ymd === 0) return null;
  return dmy >= mdy && dmy >= ymd ? "dmy" : mdy >= ymd ? "mdy" : "ymd";
}

/** What headings meant, each once, to guess it the next time. */
export const rememberable = (headings: readonly string[], { columns }: Plan, subject: Subject) => [
  ...new Map(
    headings.flatMap((heading, at) => {
      const plain = plainHeading(heading);
      return plain === "" ? [] : [[plain, { heading: keptHeading(plain, subject), meaning: columns[at] ?? null }] as const];
    }),
  ).values(),
];
