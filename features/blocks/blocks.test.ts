import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { questionKinds } from "#features/questions/kinds.ts";
import { blockDone, filesOfBlock, problemsOfBlock, reduceFact, shownBlock, wordsOfBlock } from "./block.ts";
import { Block, BlockFact, blockKinds, blockLearning, blockRules, ShownBlock } from "./kinds.ts";
import { isAskedBy } from "./learning.ts";

// Rules that every kind must follow; a new kind is tested because it is in the table.

type Kind = Block["kind"];
const names = Object.keys(blockKinds) as Kind[];
const root = join(import.meta.dirname, "../..");
const sampleOf = (name: Kind): Block => blockKinds[name].sample("lighthouse", 7);
/** Kinds without words to search for, and why. */
const wordless: { readonly [K in Kind]?: string } = { scorm: "its words are in the package" };

test("every kind is of its name and in every part of the table", () => {
  expect(names.map((name) => sampleOf(name).kind)).toEqual(names);
  expect(names).toEqual(expect.arrayContaining(Object.keys(blockLearning)));
  const views = readFileSync(join(import.meta.dirname, "web/views.ts"), "utf8");
  expect(names.filter((name) => !new RegExp(`^  ${name}[,:]`, "m").test(views))).toEqual([]);
});

describe.each(names)("%s", (name) => {
  const block = sampleOf(name);

  test("is stored and shown as it says, and nothing that is not shown gets through", () => {
    expect(Block.parse(block)).toEqual(block);
    const shown = shownBlock(block);
    expect(ShownBlock.parse(shown)).toEqual(shown);
    expect(JSON.stringify(shown)).not.toMatch(/"(?:correct|feedback|tolerance)"/);
  });

  test("names every file that stands in it", () => {
    const standing = JSON.stringify(shownBlock(block)).match(/"\w*[fF]ileId":7/g)?.length ?? 0;
    expect(filesOfBlock(block).filter((id) => id === 7).length).toBe(standing);
  });

  test("with all that it needs it stops no publishing", () => {
    expect(problemsOfBlock(block).filter(({ severity, code }) => severity === "error" && !code.endsWith("_twice"))).toEqual([]);
  });

  test("is found by its words (CAT-3)", () => {
    expect(wordsOfBlock(block).join(" ")).toContain(name in wordless ? "" : "lighthouse");
    expect(wordsOfBlock(block).length === 0).toBe(name in wordless);
  });

  test("has a folder with its view", () => {
    expect(existsSync(join(import.meta.dirname, name, "view.tsx"))).toBe(true);
  });

  test("its part of a page's rule has its words on both sides: for learners what completes it and what is left, for authors the field", () => {
    const asks = Object.keys(blockKinds[name].sampleRule).length > 0;
    const view = readFileSync(join(import.meta.dirname, name, "view.tsx"), "utf8");
    const [, exported = ""] = /export const view = \{([^}]*)\}/.exec(view) ?? [];
    const parts = exported.split(",").map((part) => part.trim().split(":")[0]);
    expect([parts.includes("View"), parts.includes("RuleWords"), parts.includes("RuleLeft")]).toEqual([true, asks, asks]);
  });

  test("a rule without a part for it asks nothing of it, and its own part does on both ends", () => {
    const { sampleRule } = blockKinds[name];
    const nothing = { state: null, submissions: [], isPartDone: false };
    const isAsked = Object.keys(sampleRule).length > 0;
    expect([isAskedBy({ viewed: true })(shownBlock(block)), blockDone(block, { viewed: true }, nothing)]).toEqual([false, null]);
    expect([isAskedBy(sampleRule)(shownBlock(block)), blockDone(block, sampleRule, nothing)]).toEqual([isAsked, isAsked ? false : null]);
  });
});

/** Kinds that have questions: these take answers that are handed in. */
const asking: Kind[] = ["video", "quiz"];

test("every fact is for one kind alone, but for answers, and no other kind takes it", () => {
  const before = { state: null, submissions: [], isPartDone: false, isNewer: true, now: "2026-01-01T00:00:00.000Z" };
  const facts = names.flatMap((name): BlockFact[] => Object.values(blockKinds[name].sampleFacts));
  for (const fact of facts) {
    expect(BlockFact.parse(fact)).toEqual(fact);
    const taking = names.filter((name) => reduceFact(sampleOf(name), fact, before));
    if (fact.kind === "submit") expect(taking).toEqual(asking);
    else expect([fact.kind, taking.length]).toEqual([fact.kind, 1]);
  }
  // Every fact that can be sent belongs to a kind and has a sample.
  const sent = BlockFact.def.options.map(({ shape }) => shape.kind.def.values[0]);
  expect([...new Set(facts.map(({ kind }) => kind))].toSorted()).toEqual(sent.toSorted());
});

test("each part of a page's rule is of the kind that has a sample of it", () => {
  const parts = names.flatMap((name) => Object.keys(blockKinds[name].sampleRule));
  expect(parts.toSorted()).toEqual(Object.keys(blockRules).toSorted());
});

test("a recording is found by its title and by what is heard in it, and is not published without such words", () => {
  const audio = blockKinds.audio.sample("lighthouse", 7);
  expect(wordsOfBlock({ ...audio, title: "The horn" })).toEqual(["The horn", "lighthouse"]);
  expect(problemsOfBlock({ ...audio, transcript: [] })).toEqual([{ code: "transcript_missing", severity: "error" }]);
});

/** Source files outside the folders of the kinds, without tests. */
function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      const isKind =
        (folder === "features/blocks" && entry.name in blockKinds) || (folder === "features/questions" && entry.name in questionKinds);
      return isKind || entry.name === "test" || entry.name === "media" ? [] : sources(path);
    }
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** The lines of a text that branch on the name of a kind. */
function decisions(text: string): string[] {
  const kinds = [...names, ...Object.keys(questionKinds)].join("|");
  const byName = new RegExp(`\\bkind\\b[\\w.)\\]]*\\s*[!=]==?\\s*["'](?:${kinds})["']|["'](?:${kinds})["']\\s*[!=]==?\\s*[\\w.?]*kind\\b`);
  const inList = new RegExp(`kinds?\\.(?:includes|has)\\(["'](?:${kinds})["']`);
  const inSwitch = new RegExp(`switch \\([\\w.?]*kind\\)[^]*?case ["'](?:${kinds})["']`);
  return [
    ...text.split("\n").filter((line) => byName.test(line) || inList.test(line)),
    ...(inSwitch.test(text) ? [inSwitch.exec(text)?.[0] ?? ""] : []),
  ];
}

test("nothing outside the folders of the kinds decides by the name of a kind", () => {
  const found = ["app", "bench", "db", "faults", "features", "platform", "ui"]
    .flatMap(sources)
    .flatMap((path) => decisions(readFileSync(join(root, path), "utf8")).map((line) => `${path}: ${line.trim()}`));
  // These compare the kind of a completion rule, not of a block.
  expect(found.filter((line) => !/rule\.kind|current\.rule\.kind/.test(line))).toEqual([]);
});

test.each([
  'if (block.kind === "quiz") return 1;',
  'const { kind } = block; if (kind !== "audio") {}',
  'blocks.filter(({ kind }) => kind === "video")',
  'blocks.some((one) => "ordering" === one.kind)',
  'page.kinds.includes("video")',
  'switch (question.kind) {\n  case "single":\n    return 1;\n  case "numeric":\n}',
])("such a decision is found: %s", (text) => {
  expect(decisions(text)).not.toEqual([]);
});
