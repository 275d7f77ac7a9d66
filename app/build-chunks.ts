import { basename, dirname, join } from "node:path";
import type { Plugin, Rollup } from "vite";

/** The modules that the application starts from, by module id. */
export interface Roots {
  /** The login page's own code. `frame` is the application's entry with the frame around all screens. */
  readonly login: string;
  readonly frame: string;
  /** The page of the application, which starts from the frame. */
  readonly framePage: string;
  /** isTight: a screen whose budget leaves no room for what lists and forms share. */
  readonly learner: readonly { readonly id: string; readonly isTight: boolean }[];
  readonly staff: readonly string[];
}

/** Who needs a module: ids of the learner's screens, "login", "frame" or "staff". */
export interface Need {
  /** Those that import it, directly or through other modules, and so need it before they work. */
  readonly first: Set<string>;
  /** Those of which a lazy part, loaded by `import()`, imports it. */
  readonly later: Set<string>;
  /** The lazy parts that import it. */
  readonly parts: Set<string>;
  /** Whether it is the login page's entry, a screen, or a lazy part that no screen imports, and so starts a file of its own. */
  isRoot: boolean;
  /** Whether it is short, makes no schemas and imports nothing but what the frame loads and the like of it: a table of tiny modules is tiny. */
  isTiny: boolean;
  /** Whether it belongs to a library that the frame does not load, or imports one. */
  bringsLibrary: boolean;
  /** Whether it creates schemas for other modules. Contracts do not count: most of their schemas are for the server and are cut out. */
  makesSchemas: boolean;
  /** Whether it creates schemas and imports nothing that the login page does not load. */
  isSchema: boolean;
  /** Whether it or something that it imports creates schemas, contracts included. */
  bringsSchemas: boolean;
}

export type ModuleOf = (id: string) => Pick<Rollup.ModuleInfo, "importedIds" | "dynamicallyImportedIds" | "code"> | null;

/** Characters of source text. */
const tinyLength = 1_500;
const fewLines = 8_000;

/** Not one whose address alone is asked for, to load it where it is needed. */
const isStyle = (id: string) => /\.css(?:\?(?!url)|$)/.test(id);
const isSchemaLibrary = (id: string) => id.includes("/node_modules/zod/");
const isLibrary = (id: string) => id.includes("/node_modules/") && !id.includes("/lucide-react/") && !isSchemaLibrary(id);

/** Who needs each module, by module id. */
function needsOf({ login, frame, learner, staff }: Omit<Roots, "framePage">, moduleOf: ModuleOf): Map<string, Need> {
  const needs = new Map<string, Need>();
  const screens = new Set([...learner.map(({ id }) => id), ...staff]);
  const parts = new Map<string, Set<string>>();
  const waiting: string[] = [];
  const note = (id: string, who: Iterable<string>, when: "first" | "later", seen = new Set<string>()) => {
    if (seen.has(id)) return;
    seen.add(id);
    const need = needs.get(id) ?? {
      first: new Set(),
      later: new Set(),
      parts: new Set(),
      isRoot: false,
      isTiny: false,
      bringsLibrary: false,
      makesSchemas: false,
      isSchema: false,
      bringsSchemas: false,
    };
    needs.set(id, need);
    for (const one of who) need[when].add(one);
    const module = moduleOf(id);
    for (const next of module?.importedIds ?? []) note(next, who, when, seen);
    for (const part of module?.dynamicallyImportedIds ?? []) {
      if (screens.has(part)) continue;
      const users = parts.get(part) ?? new Set();
      const before = users.size;
      for (const one of who) users.add(one);
      if (users.size > before) waiting.push(part);
      parts.set(part, users);
    }
  };
  note(login, ["login"], "first");
  note(frame, ["frame"], "first");
  for (const { id } of learner) note(id, [id], "first");
  for (const id of staff) note(id, ["staff"], "first");
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) note(part, [...(parts.get(part) ?? [])], "later");

  const notePart = (id: string, part: string) => {
    const need = needs.get(id);
    if (!need || need.parts.has(part)) return;
    need.parts.add(part);
    for (const next of moduleOf(id)?.importedIds ?? []) notePart(next, part);
  };
  for (const part of parts.keys()) notePart(part, part);

  const brings = (id: string, isIt: (id: string) => boolean, seen = new Set<string>()): boolean => {
    if (seen.has(id)) return false;
    seen.add(id);
    return isIt(id) || (moduleOf(id)?.importedIds ?? []).some((next) => brings(next, isIt, seen));
  };
  const makesSchemas = (id: string) => !id.endsWith("/contract.ts") && (moduleOf(id)?.importedIds.some(isSchemaLibrary) ?? false);
  const isTiny = (id: string, above = new Set<string>()): boolean => {
    const module = moduleOf(id);
    if (!module || above.has(id) || (module.code?.length ?? 0) >= tinyLength) return false;
    const withThis = new Set([...above, id]);
    return module.importedIds.every((next) => needs.get(next)?.first.has("frame") || (!makesSchemas(next) && isTiny(next, withThis)));
  };
  for (const [id, need] of needs) {
    need.isRoot = id === login || screens.has(id) || (parts.has(id) && need.first.size === 0);
    need.isTiny = !makesSchemas(id) && isTiny(id);
    need.bringsLibrary = brings(id, (one) => isLibrary(one) && !needs.get(one)?.first.has("frame"));
    need.makesSchemas = makesSchemas(id);
    need.isSchema = need.makesSchemas && !brings(id, (one) => one !== id && !isSchemaLibrary(one) && !needs.get(one)?.first.has("login"));
    need.bringsSchemas = brings(id, isSchemaLibrary);
  }
  return needs;
}

const isOfStaff = ({ first, later }: Need) => [first, later].some((users) => users.has("staff") || users.has("frame"));

const isOfFields = ({ first, bringsLibrary, bringsSchemas }: Need) =>
  first.has("login") && !first.has("frame") && (bringsLibrary || bringsSchemas);

/** The screens that use the controls of the login page's form. */
const screensWithForms = (needs: ReadonlyMap<string, Need>) =>
  new Set([...needs.values()].filter(isOfFields).flatMap(({ first }) => [...first]));

const isOfTightPart = ({ later }: Need, { learner }: Roots) => learner.some(({ id, isTight }) => isTight && later.has(id));

/**
 * The file of the bundle that a module goes into. Null leaves the choice to the bundler, which groups modules that exactly the same screens and
 * lazy parts need. Each file costs a request, and the learner's screens may have few. A module never serves more screens than what it imports
 * does, so no two files can need each other.
 */
function fileOf(id: string, need: Need, roots: Roots, forms: ReadonlySet<string>): string | null {
  const { first, later, parts } = need;
  const [isOfLogin, isOfFrame] = [first.has("login"), first.has("frame")];
  const learner = roots.learner.filter((screen) => first.has(screen.id));
  // One style sheet for login, frame and the learner's screens with their parts: it is small, and a second one would add a request to every first load.
  const isOfPart = !later.has("frame") && roots.learner.some((screen) => later.has(screen.id));
  if (isStyle(id)) return isOfLogin || isOfFrame || learner.length > 0 || isOfPart ? "base" : null;
  if (need.isRoot) return null;
  if (isSchemaLibrary(id)) return "fields";
  // The login page's lazy parts load without the application, which the shell would start.
  const isOfLoginPart = later.has("login");
  if (isOfFrame) return isOfLogin || isOfLoginPart ? "base" : "shell";
  const [one, ...others] = learner;
  if (isOfLogin) return one ? (isOfFields(need) ? "fields" : "base") : null;
  if (isOfLoginPart) return one && need.makesSchemas && need.isSchema ? "fields" : null;
  // What a tight screen's parts share with it, with one another or with the staff: each file of them is a request too. What one part alone needs stays in its file, whoever loads the part.
  if (!one && !later.has("frame") && !need.bringsLibrary && isOfTightPart(need, roots) && (first.size > 0 || parts.size > 1))
    return `with ${[...parts, ...first].map((user) => join(basename(dirname(user)), basename(user, ".tsx"))).join(" ")}`;
  if (one && others.length === 0) {
    if (!isOfStaff(need) || need.bringsSchemas) return null;
    if (later.has("frame")) return need.isTiny ? "shell" : null;
    return `with ${basename(one.id, ".tsx")}`;
  }
  // The schemas of a contract add bytes where a form uses them, so such a module is shared only once a third screen needs it.
  if (!one || (need.bringsSchemas && learner.length < 3 && learner.some((screen) => forms.has(screen.id)))) return null;
  if (need.bringsLibrary) return null;
  if (need.makesSchemas) return need.isSchema ? "fields" : null;
  if (!learner.some(({ isTight }) => isTight)) return isOfStaff(need) ? "lists" : null;
  return isOfStaff(need) ? "shell" : "learner";
}

/** How the modules are divided, by module id. */
interface Plan {
  readonly needs: ReadonlyMap<string, Need>;
  readonly files: ReadonlyMap<string, string | null>;
}

/** Divides the modules, and does without files of a few lines. */
function planOf(roots: Roots, moduleOf: ModuleOf): Plan {
  const needs = needsOf(roots, moduleOf);
  const forms = screensWithForms(needs);
  const files = new Map([...needs].map(([id, need]) => [id, fileOf(id, need, roots, forms)]));
  // An icon or a few lines that a tight screen's part shares, where it does not need the rest of their file anyway.
  const fetched = new Map<string | null | undefined, Set<string>>();
  for (const [id, { parts, isTiny }] of needs) {
    const file = files.get(id);
    if (!isTiny) fetched.set(file, new Set([...(fetched.get(file) ?? []), ...parts]));
  }
  for (const [id, need] of needs) {
    const file = files.get(id);
    const isShared = need.isTiny && need.first.size > 0 && need.first.size + need.parts.size > 1 && isOfTightPart(need, roots);
    const isElsewhere = isLibrary(id) || isStyle(id) || need.isRoot || need.first.has("login");
    if (isShared && !isElsewhere && (file === null || ![...need.parts].every((part) => fetched.get(file)?.has(part))))
      files.set(id, "shell");
  }
  // Files of an icon or the like alone.
  const byFile = Map.groupBy(
    [...files].filter(([, file]) => file?.startsWith("with ")),
    ([, file]) => file,
  );
  for (const group of byFile.values()) {
    const isThere = (id: string) => needs.get(id)?.first.has("frame") || group.some(([other]) => other === id);
    const isShort = group.reduce((sum, [id]) => sum + (moduleOf(id)?.code?.length ?? 0), 0) < tinyLength;
    const stands = group.every(([id]) => moduleOf(id)?.importedIds.every(isThere));
    if (!stands || !(isShort || group.every(([id]) => needs.get(id)?.isTiny))) continue;
    // Beside what more parts need.
    const wider = [...byFile.keys()].find((file) => file?.startsWith(`${group[0]?.[1]} `) && !file.endsWith(" staff"));
    for (const [id] of group) files.set(id, wider ?? "shell");
  }
  // What the staff shares with parts of a tight screen that need the lists too.
  const withLists = new Set([...needs].flatMap(([id, { parts }]) => (files.get(id) === "lists" ? [...parts] : [])));
  const isOfLearner = (part: string) => roots.learner.some(({ id }) => needs.get(part)?.later.has(id) ?? false);
  for (const [id, { first, parts }] of needs)
    if (
      files.get(id)?.startsWith("with ") &&
      first.size === (first.has("staff") ? 1 : 0) &&
      [...parts].filter(isOfLearner).every((part) => withLists.has(part))
    )
      files.set(id, "lists");
  // A tight screen that would need the learner's file for a few lines gets these with the shell.
  for (const screen of roots.learner.filter(({ isTight }) => isTight)) {
    const lines = [...needs].filter(([id, { first }]) => first.has(screen.id) && files.get(id) === "learner").map(([id]) => id);
    if (lines.reduce((sum, id) => sum + (moduleOf(id)?.code?.length ?? 0), 0) < fewLines) for (const id of lines) files.set(id, "shell");
  }
  return { needs, files };
}

/**
 * Divides the code into files by who needs it; no module is named. base: shared by the login page and the frame. shell: the frame, what the learner's
 * and the staff's screens share, and the few lines that would be a file of a tight screen or its lazy parts. learner: shared by several of the learner's
 * screens. lists: shared only by screens that are not tight, and with parts that need it too. fields: shared by the login page's form and others, with
 * the schema library, which every form needs. with …: what one of the learner's screens, or some of its parts, share with the staff's. The bundler
 * places what only the staff's screens need. Fails the build when a screen would load code that only the other kind of screen needs, a part of the login page the application, or a tight screen the schema library.
 */
export function filesByNeed(roots: Roots): {
  readonly group: {
    readonly debugName: string;
    readonly name: (id: string, of: { getModuleInfo: ModuleOf }) => string | null;
    readonly includeDependenciesRecursively: false;
  };
  readonly plugin: Plugin;
} {
  let plan: Plan | undefined;
  return {
    group: {
      debugName: "files by need",
      name: (id, of) => {
        plan ??= planOf(roots, (module) => of.getModuleInfo(module));
        if (id === roots.framePage) return "shell";
        return plan.files.get(id) ?? null;
      },
      includeDependenciesRecursively: false,
    },
    plugin: {
      name: "stoa-files-by-need",
      apply: "build",
      enforce: "post",
      generateBundle(_, bundle) {
        const wrong = (root: string, isForeign: (need: Need, id: string) => boolean) => {
          const files = new Set<string>();
          const take = (name: string): string[] => {
            const file = bundle[name];
            if (files.has(name) || file?.type !== "chunk") return [];
            files.add(name);
            const own = Object.entries(file.modules).filter(([id, { renderedLength }]) => {
              const need = plan?.needs.get(id);
              return renderedLength > 0 && need && isForeign(need, id);
            });
            return [...own.map(([id]) => id), ...file.imports.flatMap(take)];
          };
          const begin = Object.values(bundle).find((file) => file.type === "chunk" && file.moduleIds.includes(root));
          return begin ? take(begin.fileName).map((id) => `${id} in the files of ${root}`) : [`${root} is in no file`];
        };
        // The frame has a few lines that only learners need: each would be a request of theirs.
        const isInShell = (id: string) => plan?.files.get(id) === "shell";
        const isOfLearner = ({ first, later }: Need) =>
          [first, later].some((users) => users.has("frame") || users.has("login") || roots.learner.some(({ id }) => users.has(id)));
        const partsOfLogin = [...(plan?.needs ?? [])].filter(([, { isRoot, later }]) => isRoot && later.has("login")).map(([id]) => id);
        const found = [
          ...partsOfLogin.flatMap((id) => wrong(id, (_need, module) => module === roots.frame)),
          ...wrong(roots.login, ({ first }) => first.has("frame") && !first.has("login")),
          ...roots.learner.flatMap(({ id }) => wrong(id, (need) => !isOfLearner(need))),
          ...roots.staff.flatMap((id) => wrong(id, (need, module) => !isOfStaff(need) && !need.first.has("login") && !isInShell(module))),
        ];
        if (found.length) this.error(`Code that only the other kind of screen needs:\n${found.join("\n")}`);
        const withSchemas = roots.learner
          .filter(({ isTight }) => isTight)
          .filter(({ id }) => wrong(id, (_need, module) => isSchemaLibrary(module)).length > 0)
          .flatMap(({ id }) =>
            wrong(id, (need, module) => !isSchemaLibrary(module) && need.isSchema && plan?.files.get(module) === "fields"),
          );
        if (withSchemas.length)
          this.error(
            `Modules that make schemas bring the schema library to a screen that has no room for it. Put the data that it reads into modules of their own:\n${withSchemas.join("\n")}`,
          );
      },
    },
  };
}
