// --large: what pages cost before and after one portal is filled, and a group by a condition.
import type { SampleThings } from "#app/test/screen-visits.ts";
import type { ServerProcess } from "#app/test/server.ts";
import { dynamicGroup } from "./dynamic-group.ts";
import { listScreens } from "./list-screens.ts";
import { seedCrowd, seedThousand } from "./seed-crowds.ts";
import { seedCourses, seedLarge, type Seeded } from "./seed.ts";
import { median, medianAndRange, textTable } from "./statistics.ts";
import type { ViewWorkloads } from "./view-workloads.ts";
import type { Results, Workload } from "./workload.ts";

/**
 * The screens whose cost must not grow with the portal, by how much it may: from 50 courses and 1,000 people to 1,000 courses and 20,000 people, and to 10,000 courses, or
 * 200,000 people for lists of people.
 */
const flat: Readonly<Record<string, { large: number; larger?: number }>> = {
  W3: { large: 1.5 },
  W4: { large: 1.5 },
  W4c: { large: 1.3, larger: 2 },
  W4s: { large: 1.3, larger: 2 },
  W4n: { large: 1.5 },
  W5: { large: 1.5 },
  W5v: { large: 1.5 },
  W7: { large: 1.5, larger: 1.5 },
  W7s: { large: 1.5, larger: 1.5 },
  W7t: { large: 1.5, larger: 1.5 },
  W10: { large: 1.5, larger: 1.5 },
  W14: { large: 1.5, larger: 1.5 },
  W15: { large: 1.5, larger: 1.5 },
  W18: { large: 1.5, larger: 1.5 },
};
/** The same for every other list that a screen shows. */
const flatList = { large: 1.5, larger: 1.5 };

interface LargeRun {
  readonly server: ServerProcess;
  readonly seeded: Seeded;
  readonly views: ViewWorkloads;
  /** What the addresses of lists name; undefined where no lists are measured. */
  readonly things: (SampleThings & { readonly course: number }) | undefined;
  readonly wanted: (id: string) => boolean;
  readonly measureEach: (workloads: readonly Workload[]) => Promise<Results>;
  readonly verdict: (is: number, atMost: number | undefined) => string;
  /** How many times as slow as the machine of docs/benchmarks.md this one is. */
  readonly slowness: () => number;
  readonly say: (text?: string) => void;
}

/** Measures at three sizes and prints the table. */
export async function runLarge({ server, seeded, views, things, wanted, measureEach, verdict, slowness, say }: LargeRun): Promise<void> {
  const lists = things && wanted("lists") ? await listScreens(server, seeded, things) : null;
  const workloads = [...views.workloads.filter(({ id }) => flat[id] && wanted(id)), ...(lists?.workloads ?? [])];
  await seedThousand(server, seeded);
  const before = await measureEach(workloads);
  say("Filling the portal: 20,000 people, 1,000 courses, 300,000 attempts.");
  say(`It took ${(await seedLarge(server, seeded)).toFixed(0)} s.`);
  const after = await measureEach(workloads);
  const catalog = workloads.filter(({ id }) => id.startsWith("W4") && id !== "W4");
  if (catalog.length) say(`Copying courses until there are 10,000 took ${(await seedCourses(server, seeded, 10_000)).toFixed(0)} s.`);
  const people = workloads.filter(({ id }) => /^(?:W7|W10|W14|W15|W18|L )/.test(id));
  if (people.length) say(`Adding people until there are 200,000 took ${(await seedCrowd(server, seeded)).toFixed(0)} s.`);
  const larger = await measureEach([...catalog, ...people]);
  const cpu = (results: Results, id: string) => (results.get(id)?.get(8) ?? []).map(({ cpuMs }) => cpuMs);
  const rows = workloads.map(({ id, name }) => {
    const [small, large, most] = [cpu(before, id), cpu(after, id), cpu(larger, id)];
    const limits = flat[id] ?? flatList;
    const ratio = (now: readonly number[], limit: number | undefined) => {
      if (now.length === 0) return "";
      const is = median(now) / median(small);
      return `${is.toFixed(2)}${limit === undefined ? "" : ` (${limit}) ${verdict(is, limit)}`}`;
    };
    return [
      `${id} ${name}`,
      medianAndRange(small),
      medianAndRange(large),
      ratio(large, limits.large),
      medianAndRange(most),
      ratio(most, limits.larger),
    ];
  });
  say(
    textTable(
      [
        "workload",
        "CPU ms, demo with 1,000 people",
        "1,000 courses, 20,000 people",
        "ratio (at most)",
        "10,000 courses or 200,000 people",
        "ratio (at most)",
      ],
      rows,
    ),
  );
  lists?.close();
  if (wanted("groups")) {
    const computed = await dynamicGroup(server, seeded.portalId);
    const here = 1000 * slowness();
    say(
      textTable(
        ["a group by a condition, among 200,000 people", "members", "ms", "CPU ms of PostgreSQL, at most 1000", "at most here", ""],
        computed.map(({ what, members, ms, cpuMs }) => [
          what,
          String(members),
          ms.toFixed(0),
          cpuMs.toFixed(0),
          here.toFixed(0),
          verdict(cpuMs, here),
        ]),
      ),
    );
  }
}
