import type { SampleThing, Screen } from "../screens.ts";

/** Who opens a screen in tests: somebody not signed in, or somebody with the role that the screen is for. */
export const screenVisitors = ["student", "author", "manager", "admin", "system", "visitor"] as const;
export type ScreenVisitor = (typeof screenVisitors)[number];

/** The visitor of a screen, by the roles that may open it. */
export function visitorOf({ access }: Pick<Screen, "access">): ScreenVisitor {
  if (access === "public") return "visitor";
  if (access === "any" || access.includes("Student")) return "student";
  if (access.includes("Author")) return "author";
  if (access.includes("Admin")) return "admin";
  if (access.includes("Manager")) return "manager";
  if (access.includes("System")) return "system";
  throw new Error(`No test signs in as ${access.join(" or ")} yet.`);
}

/** Ids of the things that sample addresses name. A missing one excludes the screens that need it. */
export type SampleThings = Readonly<Partial<Record<SampleThing, number>>>;

/** The sample address of a screen, with /v; null when it names a thing that is missing. */
export function sampleAddress({ sample }: Pick<Screen, "sample">, things: SampleThings): string | null {
  let isWhole = true;
  const path = sample.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = things[name as SampleThing];
    isWhole &&= id !== undefined;
    return String(id);
  });
  return isWhole ? `/v${path}` : null;
}

/** A screen's address with the given values for its path parameters, optional ones included; the sample's value for those not given. */
export function addressWith({ path, sample }: Pick<Screen, "path" | "sample">, values: Readonly<Record<string, string>>): string {
  const given = sample.split("/");
  return `/v${path
    .split("/")
    .map((part, at) => (part.startsWith(":") ? (values[part.replace(/[:?]/g, "")] ?? given[at] ?? "") : part))
    .join("/")}`;
}

/** The names of a screen's path parameters. */
export const partsOf = ({ path }: Pick<Screen, "path">): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
