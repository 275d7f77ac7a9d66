import type { SampleThing, Screen } from "../screens.ts";

/** Who opens a screen in tests: nobody signed in, or somebody with the role that it is for. */
export type ScreenVisitor = "visitor" | "student" | "author";

/** Who a screen is for, by the rights it asks for. */
export function visitorOf({ access }: Pick<Screen, "access">): ScreenVisitor {
  if (access === "public") return "visitor";
  if (access === "any" || access.includes("Student")) return "student";
  if (access.includes("Author")) return "author";
  throw new Error(`No test signs in as ${access.join(" or ")} yet.`);
}

/** The things that samples name, by number; what is not there is left out, and with it the screens that need it. */
export type SampleThings = Readonly<Partial<Record<SampleThing, number>>>;

/** The sample address of a screen, with /v; null where a thing that it names is not there. */
export function sampleAddress({ sample }: Pick<Screen, "sample">, things: SampleThings): string | null {
  let isWhole = true;
  const path = sample.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = things[name as SampleThing];
    isWhole &&= id !== undefined;
    return String(id);
  });
  return isWhole ? `/v${path}` : null;
}

/** A screen's address with other values for its parts, optional ones included: those of the sample where none is given. */
export function addressWith({ path, sample }: Pick<Screen, "path" | "sample">, values: Readonly<Record<string, string>>): string {
  const given = sample.split("/");
  return `/v${path
    .split("/")
    .map((part, at) => (part.startsWith(":") ? (values[part.replace(/[:?]/g, "")] ?? given[at] ?? "") : part))
    .join("/")}`;
}

/** The names of a screen's parts. */
export const partsOf = ({ path }: Pick<Screen, "path">): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
