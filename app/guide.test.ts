import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { copyProject } from "./test/project-copy.ts";

// Newcomers copy from the guides, so their code is put into a copy of the project and their commands are run there unchanged.

const root = join(import.meta.dirname, "..");
const guides = ["docs/adding-a-feature.md", "docs/adding-a-block.md"].filter((file) => existsSync(join(root, file)));

interface Fence {
  readonly language: string;
  /** The file it belongs to; undefined for code that is only shown. */
  readonly path: string | undefined;
  /** Words of the line after which it is inserted; undefined when it is the whole file. */
  readonly after: string | undefined;
  readonly text: string;
}

/** The fenced code blocks of a guide whose first line is ```LANGUAGE [PATH [after WORDS]]. */
const fencesOf = (guide: string): Fence[] =>
  [...guide.matchAll(/^```(\w+)(?: (\S+?))?(?: after (.+?))?\n(.*?)^```$/gms)].map(([, language = "", path, after, text = ""]) => ({
    language,
    path,
    after,
    text,
  }));

/** Writes a code block to where it belongs. */
function place(copy: string, { path = "", after, text }: Fence) {
  const file = join(copy, path);
  if (after === undefined) {
    if (existsSync(file)) throw new Error(`${path} is there already.`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  const lines = readFileSync(file, "utf8").split("\n");
  const found = lines.filter((line) => line.includes(after));
  if (found.length !== 1) throw new Error(`${path} has ${found.length} lines with "${after}".`);
  lines.splice(lines.findIndex((line) => line.includes(after)) + 1, 0, text.trimEnd());
  writeFileSync(file, lines.join("\n"));
}

/** Runs a command of a guide in the copy. Returns its output when it failed, else null. */
function run(copy: string, command: string): string | null {
  const { NODE_ENV: _, STOA_LAUNCHER: __, TEST_POSTGRES: ___, TEST_DATABASE_URL: ____, ...own } = process.env;
  const env = Object.fromEntries(Object.entries(own).filter(([name]) => !/^(?:VITEST|npm_)/.test(name)));
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: copy, env, encoding: "utf8" });
  return status === 0 ? null : `${command}\n${stdout}${stderr}`;
}

const fences = new Map(guides.map((name) => [name, fencesOf(readFileSync(join(root, name), "utf8"))]));
/** One copy with the code of all guides: a command that several name, such as the one that checks types, runs once. */
let copy = "";
const green = new Set<string>();

beforeAll(() => {
  copy = copyProject();
});

test.for(guides)("the code of %s stands in a copy of the project", (name) => {
  const pieces = fences.get(name)?.filter(({ path }) => path !== undefined) ?? [];
  expect(pieces.length).toBeGreaterThan(3);
  for (const piece of pieces) place(copy, piece);
});

test.for(guides)("the commands of %s run green there", { timeout: 600_000 }, (name) => {
  const commands = fences
    .get(name)
    ?.filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.trim().split("\n"));
  expect(commands?.length).toBeGreaterThan(1);
  for (const command of commands ?? []) {
    if (!green.has(command)) expect(run(copy, command)).toBeNull();
    green.add(command);
  }
});
