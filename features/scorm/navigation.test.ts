import { expect, test } from "vitest";
import { activityTree } from "./launcher/activity-tree.ts";
import { runtime12 } from "./launcher/runtime-12.ts";
import { runtime2004 } from "./launcher/runtime-2004.ts";
import type { Opened, Saved } from "./launcher/runtime.ts";
import type { ManifestItem } from "./manifest.ts";

// What a package's rules say about where a learner may go, as the launcher tells the page.
const part = (name: string, more: Partial<ManifestItem> = {}): ManifestItem => ({
  identifier: name,
  title: name,
  isVisible: true,
  scoKey: `sco-${name}`,
  href: `${name}.html`,
  isSco: true,
  children: [],
  ...more,
});
const folder = (name: string, children: ManifestItem[], controlMode: object): ManifestItem => ({
  ...part(name, { scoKey: null, href: null, isSco: false, children }),
  sequencing: { controlMode },
});
const always = (action: string) => ({
  sequencingRules: { preConditionRule: [{ ruleConditions: { ruleCondition: [{ condition: "always" }] }, ruleAction: { action } }] },
});
const unless = (objective: string) => ({
  sequencingRules: {
    preConditionRule: [
      {
        ruleConditions: {
          conditionCombination: "any",
          ruleCondition: ["satisfied", "objectiveStatusKnown"].map((condition) => ({
            condition,
            operator: "not",
            referencedObjective: objective,
          })),
        },
        ruleAction: { action: "disabled" },
      },
    ],
  },
  objectives: {
    primaryObjective: { objectiveID: "own" },
    objective: [{ objectiveID: objective, mapInfo: [{ targetObjectiveID: "global", readSatisfiedStatus: "true" }] }],
  },
});
const flowing = { choice: "true", flow: "true" };

function opened(
  items: ManifestItem[],
  { standard = "2004", controlMode = flowing }: { standard?: "1.2" | "2004"; controlMode?: object } = {},
): Opened {
  const organization = { identifier: "org", title: "Org", sequencing: { controlMode }, items };
  const person = { learner: { id: "1", name: "A" }, room: null, isTest: false, needs: {}, newWindow: false, states: {} };
  return { ...person, token: "", standard, title: "Org", organization, sequencingKey: "_sequencing" };
}
/** A package that plays its first part. */
function playing(items: ManifestItem[], options: Parameters<typeof opened>[1] = {}) {
  const saved = new Map<string, Saved>();
  const create = options.standard === "1.2" ? runtime12 : runtime2004;
  const runtime = create(opened(items, options), (key) => saved.get(key));
  const first = runtime.first(null) as { scoKey: string };
  const item = items.flatMap((one) => [one, ...one.children]).find(({ scoKey }) => scoKey === first.scoKey) ?? part("none");
  runtime.load(item, undefined);
  const state: Saved = { cmi: {}, completed: false, passed: null, reportedSeconds: 0 };
  saved.set(first.scoKey, state);
  return { runtime, state };
}

test("a rollup's percentage is handed over as a number out of 100", () => {
  const rollupRule = [
    {
      childActivitySet: "atLeastPercent",
      minimumPercent: "0.5",
      rollupAction: { action: "satisfied" },
      rollupConditions: { rollupCondition: [] },
    },
  ];
  const items = [{ ...folder("all", [part("a")], flowing), sequencing: { rollupRules: { rollupRule } } }];
  expect(activityTree(opened(items))).toMatchObject({ children: [{ rollupRules: { rules: [{ minimumPercent: 50 }] } }] });
});

test("parts that are hidden from choice, those that are reached in their order only, and folders that may be chosen", () => {
  const items = [
    part("a"),
    folder("inner", [part("b"), part("c")], flowing),
    folder("ordered", [part("d")], { choice: "false", flow: "true" }),
    folder("hidden", [part("e")], flowing),
    folder("still", [part("f")], { choice: "true" }),
  ];
  Object.assign(items[3]?.sequencing ?? {}, always("hiddenFromChoice"));
  const { runtime } = playing(items);
  expect(runtime.navigation()).toMatchObject({
    canContinue: true,
    locked: expect.arrayContaining(["sco-d", "sco-e"]),
    inOrder: ["sco-d"],
    hidden: ["sco-e"],
    folders: ["org", "inner", "ordered"],
  });
});

test("the next part waits while this one has reported nothing that opens it", () => {
  const { runtime, state } = playing([part("a"), part("b", { sequencing: unless("before") })]);
  expect(runtime.navigation().nextWaits).toBe(true);
  state.completed = true;
  expect(runtime.navigation().nextWaits).toBe(false);
  state.passed = false;
  expect(runtime.navigation().nextWaits).toBe(true);
  state.passed = true;
  expect(runtime.navigation().nextWaits).toBe(false);
  expect(playing([part("a"), part("b")]).runtime.navigation().nextWaits).toBe(false);
  expect(playing([part("a"), part("b", { sequencing: always("skip") }), part("c")]).runtime.navigation().nextWaits).toBe(false);
});

test("in SCORM 1.2 it waits for its prerequisites", () => {
  const { runtime, state } = playing([part("a"), part("b", { prerequisites: "a" })], { standard: "1.2" });
  expect(runtime.navigation()).toMatchObject({ nextWaits: true, canContinue: false, locked: ["sco-b"], hidden: [], folders: [] });
  Object.assign(state, { completed: true, cmi: { "cmi.core.lesson_status": "completed" } });
  expect(runtime.navigation()).toMatchObject({ nextWaits: false, canContinue: true, locked: [] });
});

test.each([
  { standard: "1.2", refused: { LMSInitialize: "101", LMSSetValue: "101", LMSCommit: "101", LMSFinish: "101" }, error: "LMSGetLastError" },
  { standard: "2004", refused: { Initialize: "102", SetValue: "351", Commit: "391", Terminate: "111" }, error: "GetLastError" },
] as const)("what SCORM $standard says when nothing is stored any more", ({ standard, refused, error }) => {
  const { runtime } = playing([part("a")], { standard });
  expect(runtime.refusals).toEqual(refused);
  for (const [method, code] of Object.entries(refused)) {
    runtime.refuse(method);
    expect(runtime.call(error, [])).toBe(code);
  }
});
