import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RoleName } from "#features/portal/contract.ts";
import type { PlaceName } from "#features/shell/navigation.ts";
import { safeReturnUrl } from "#features/auth/return-url.ts";
import { modulesOfScreens } from "./build-screens.ts";
import { accessAt, addressOf, patternOf, screenAt } from "./screen-addresses.ts";
import { screens, type Access, type Screen } from "./screens.ts";
import { staffOnly } from "./staff-only.ts";
import { shellScreens } from "./shell-screens.ts";

/** A screen in the specification's table (§2, §6): "any" and "signed-in" (the Student check) let every signed-in person through. */
interface Specified {
  readonly path: string;
  readonly title: string;
  readonly access: "any" | "signed-in" | readonly string[];
  readonly header?: false;
  readonly viewerMode?: number;
}
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, path), "utf8"));
const specified = readJson("test/specified-screens.json") as Specified[];

/** The specification's word for who may open a screen. Login is open to everyone ("any" there, with login named as the exception). */
const specifiedAccess = (access: Access): Specified["access"] =>
  access === "public" ? "any" : Array.isArray(access) && access.includes("Student") ? "signed-in" : (access as Specified["access"]);

/** The one of the specification's screens besides login that visitors open. */
const forLinks = "/student/courseExternalPreview/:courseId";

describe("the table of screens", () => {
  test("agrees with the specification on every screen that exists, and says which are our own", () => {
    const known = new Map(specified.map((screen) => [screen.path, screen]));
    for (const { path, title, access, header, viewerMode, isOurs } of screens) {
      if (isOurs) expect([path, known.get(path)]).toEqual([path, undefined]);
      // decisions.md: the external preview is for whoever has a valid link, who becomes the preview guest and so a Student once it is open.
      else if (path === forLinks)
        expect([access, title, viewerMode]).toEqual(["public", known.get(path)?.title, known.get(path)?.viewerMode]);
      else expect({ path, title, access: specifiedAccess(access), header, viewerMode }).toEqual({ ...known.get(path) });
    }
    expect(screens.filter(({ access, isOurs }) => access === "public" && !isOurs).map(({ path }) => path)).toEqual([
      "/auth/login",
      forLinks,
    ]);
  });

  // The specification lies beside the project where it is present; test/specified-screens.json keeps a copy of what it says about screens.
  const original = join(import.meta.dirname, "../../shared/spec/routes.json");
  test.skipIf(!existsSync(original))("is held against the specification's own list", () => {
    expect((readJson("../../shared/spec/routes.json") as { routes: Specified[] }).routes).toEqual(specified);
  });

  test("has every name, path and file once", () => {
    for (const field of ["name", "path", "file"] as const) {
      const values = screens.map((screen) => screen[field]);
      expect(values).toEqual([...new Set(values)]);
    }
  });

  test("names files that are there, with the screen as their default export", () => {
    for (const { file } of screens) {
      const source = readFileSync(join(import.meta.dirname, "..", file), "utf8");
      if (file.endsWith(".tsx")) expect(source, file).toMatch(/^export default function /m);
    }
  });

  test("has every page for those who are not signed in, with its title", () => {
    const source = readFileSync(join(import.meta.dirname, "login.tsx"), "utf8");
    const loaded = [...source.matchAll(/"(\/[^"]+)": \{\s*title: "([^"]+)",\s*load: \(\) => import\("#([^"]+)"\)/g)].map(
      ([, path, title, file]) => ({ path, title, file }),
    );
    const listed = screens.filter(({ bundle, file }) => bundle === "ownPage" && file.endsWith(".tsx"));
    expect(loaded).toEqual(listed.map(({ path, title, file }) => ({ path, title, file })));
  });

  test("has every page of the features that is not a part of another one", () => {
    const root = join(import.meta.dirname, "..");
    const modules = readdirSync(join(root, "features"), { recursive: true, encoding: "utf8" })
      .filter((file) => /\/web\/[\w-]+\.tsx$/.test(file))
      .map((file) => ({ file: `features/${file}`, source: readFileSync(join(root, "features", file), "utf8") }));
    const isPart = (file: string) => modules.some(({ source }) => source.includes(`"./${basename(file)}"`));
    const pages = modules.filter(({ file, source }) => file.endsWith("-page.tsx") && source.includes("export default ") && !isPart(file));
    const named = screens.map(({ file }) => file).filter((file) => file.endsWith(".tsx"));
    expect(pages.map(({ file }) => file).toSorted()).toEqual(named.toSorted());
  });

  test("has one home a role at most, at an address without parts", () => {
    const homes = screens.filter(({ home }) => home !== undefined);
    expect(homes.map(({ home }) => home)).toEqual([...new Set(homes.map(({ home }) => home))]);
    for (const home of homes) expect(addressOf(home)).not.toContain(":");
  });
});

test("one more screen of the staff adds nothing to what a learner's browser loads first, and one of the learner's does", () => {
  const more = (bundle: Screen["bundle"]): Screen[] => [
    ...screens,
    {
      name: "one-more",
      path: "/one/more/:thing",
      title: "One more",
      help: "roles",
      access: ["Admin"],
      entersRole: "PortalAdmin",
      section: { of: "users", at: 99, name: "admins" },
      bundle,
      file: "features/portal/web/one-more-page.tsx",
      sample: "/one/more/1",
      shows: "table",
      budget: { total: 250 },
    },
  ];
  const [now, withStaffs, withLearners] = [screens, more("staff"), more("learner")].map(modulesOfScreens);
  expect(withStaffs?.["browser-screens"]).toBe(now?.["browser-screens"]);
  expect(withStaffs?.["staff-screens"]).toContain("/one/more/:thing");
  expect(withLearners?.["browser-screens"]).toContain("/one/more/:thing");
});

test("only what no learner's browser loads counts as the staff's own", () => {
  const isStaffs = staffOnly();
  const staffs = (path: string) => [path, isStaffs(join(import.meta.dirname, "..", path))];
  for (const { bundle, file } of screens) if (bundle !== "ownPage") expect(staffs(file)).toEqual([file, bundle === "staff"]);
  for (const path of [
    "features/shell/web/shell.tsx",
    "features/auth/web/reauth-dialog.tsx",
    "features/blocks/quiz/view.tsx",
    "ui/button.tsx",
  ])
    expect(staffs(path)).toEqual([path, false]);
  expect(staffs("features/jobs/web/job-tray.tsx")).toEqual(["features/jobs/web/job-tray.tsx", true]);
});

test("navigations have the specification's places in its order (§6), each once, and lead to screens that exist", () => {
  const { navigation, homes, inEveryPortal } = shellScreens(screens);
  const navigations = Object.entries(navigation) as [RoleName, NonNullable<(typeof navigation)[RoleName]>][];
  const order: Partial<Record<RoleName, PlaceName[]>> = {
    Student: ["dashboard", "my-courses", "course-catalog", "my-history", "help-center"],
    Author: ["my-education", "authored-courses", "create-course", "help-center"],
    Manager: ["dashboard", "users", "courses", "help-center"],
    Admin: ["dashboard", "settings", "users", "help-center"],
    System: ["portals", "help-center"],
  };
  for (const [role, places] of navigations) {
    const positions = screens.flatMap(({ navigation: own = [] }) => own.filter(({ of }) => of === role).map(({ at }) => at));
    expect(positions.toSorted((one, other) => one - other)).toEqual(places.map((_, index) => index + 1));
    expect(places.map(({ name }) => name).filter((name) => order[role]?.includes(name) ?? true)).toEqual(order[role]);
  }
  for (const to of [
    ...navigations.flatMap(([, places]) => places.map(({ to: link }) => link.replace(/\?.*/, ""))),
    ...Object.values(homes),
    ...inEveryPortal,
  ])
    expect([to, screenAt(`/v${to}`)?.name]).toEqual([to, expect.any(String)]);
});

test.each([
  ["users", "users", ["/users/"]],
  ["settings", "portal", ["/portal/announcement/", "/portal/questions/", "/admin/webhooks/", "/admin/emailTexts", "/admin/emailBlackList"]],
] as const)("the entry %s is current on each screen of its section and on those below", (name, of, below) => {
  const entry = shellScreens(screens).navigation.Admin?.find((place) => place.name === name);
  const isAt = (path: string, places: readonly string[] = []) => places.some((place) => `${path}/`.startsWith(`${place}/`));
  const isMarked = (path: string) => isAt(path, entry?.alsoAt) && !isAt(path, entry?.notAt);
  const isOfAnother = ({ navigation = [] }: Screen) => navigation.length > 0 && navigation.every((place) => place.name !== name);
  const own = screens.filter(
    (screen) => screen.section?.of === of || (below.some((path) => screen.path.startsWith(path)) && !isOfAnother(screen)),
  );
  expect(own.filter(({ path }) => !isMarked(path)).map((screen) => screen.name)).toEqual([]);
  const others = screens.filter((screen) => isMarked(screen.path) && !own.includes(screen));
  expect(others.map((screen) => screen.name)).toEqual([]);
});

describe("addresses", () => {
  const sampleOf = ({ sample }: Screen) => `/v${sample.replace(/\{\w+\}/g, "17")}`;

  test.each(screens.map((screen) => [screen.name, screen] as const))("the sample of %s is one of its own", (_, screen) => {
    for (const address of [sampleOf(screen), `${sampleOf(screen)}/`, sampleOf(screen).toUpperCase()])
      expect(screenAt(address)?.name).toBe(screen.name);
    expect(patternOf(screen.path).test(`${sampleOf(screen)}/x/y/z/w`)).toBe(false);
  });

  test("of screens for visitors are login, set-up, public courses, preview links and the pages about the portal", () => {
    const isOpen = (path: string) => accessAt(path) === "public";
    expect(screens.filter((screen) => isOpen(sampleOf(screen))).map(({ name }) => name)).toEqual([
      "login",
      "forgot",
      "sign-in-link",
      "new-email",
      "other-portals",
      "invitation",
      "register",
      "public-courses",
      "public-course",
      "reset",
      "second-factor",
      "setup",
      "course-external-preview",
      "about",
    ]);
    for (const path of ["/v/student/history", "/v/none", "/v/setup/history", "/v/about/contact/..%2f", "/v/auth/passwordChange"])
      expect([path, isOpen(path)]).toEqual([path, false]);
  });

  test("lead back after signing in, but for the screens on which one signs in", () => {
    const lost = screens.filter((screen) => safeReturnUrl(sampleOf(screen), "http://a.test") === null);
    expect(lost.map(({ name }) => name)).toEqual([
      "login",
      "forgot",
      "sign-in-link",
      "new-email",
      "other-portals",
      "invitation",
      "register",
      "terms",
      "missing-fields",
      "reset",
      "second-factor",
      "setup",
    ]);
  });
});
