import { afterAll, beforeAll, expect, test } from "vitest";
import { holdersOf, may, permissionIds, type PermissionId } from "#features/portal/permissions.ts";
import { bulkKinds } from "./bulk-kinds.ts";
import { startTestApp, type TestApp } from "./test/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** The rules of calls that everybody in the portal may make, about what is their own. */
const isForEverybody = (rule: string) => rule === "anonymous" || rule.startsWith("signed in");

test("every call that not everybody may make names its permission, and every permission lets somebody make one (ROLE-1, ROLE-5; security.md 16)", () => {
  const used = new Set(app.server.routeTable.map(({ rule }) => rule).filter((name) => !isForEverybody(name)));
  for (const kind of bulkKinds.values()) used.add(kind.rule.name);
  expect([...used].toSorted()).toEqual(permissionIds.toSorted());
});

/** Calls under a permission to see that are no plain reads, and why a person who may only see can make them. */
const harmless = {
  "POST /rest/bulk": "says what an action would do; its kind has a permission of its own",
  "POST /rest/bulk/lists": "keeps whom pasted lines name, for whoever pasted them; an action on them has a permission of its own",
  "POST /rest/bulk/:runId/run": "the same, and nothing runs without it",
};
test("who may only see changes nothing and takes no list away (security.md 16)", () => {
  const found = app.server.routeTable
    .filter(({ rule, method, path }) => rule.startsWith("see-") && (!["GET", "HEAD"].includes(method) || path.endsWith(".csv")))
    .map(({ method, path }) => `${method} ${path}`);
  expect(found.toSorted()).toEqual(Object.keys(harmless).toSorted());
  for (const kind of bulkKinds.values()) expect([kind.name, kind.rule.name.startsWith("see-")]).toEqual([kind.name, false]);
});

test("whatever another role may, an admin may: looking as somebody is never a way up (USR-3; security.md 17)", () => {
  for (const id of permissionIds) expect([id, holdersOf(id).includes("Admin")]).toEqual([id, true]);
});

const nobody = { isAuthor: false, isManager: false, isAdmin: false, isSystemAdmin: false, limits: null };
const actorOf = (rights: object) => ({ ...nobody, ...rights }) as Parameters<ReturnType<typeof may>["allows"]>[0];

test("a rule asks for its permission in each role: in full or as a copy that has it (ROLE-1)", () => {
  for (const id of permissionIds) {
    const { allows } = may(id);
    const holders = holdersOf(id);
    expect([id, allows(actorOf({}))]).toEqual([id, false]);
    expect([id, allows(actorOf({ isAuthor: true }))]).toEqual([id, holders.includes("Author")]);
    expect([id, allows(actorOf({ isManager: true }))]).toEqual([id, holders.includes("Manager")]);
    expect([id, allows(actorOf({ isAdmin: true }))]).toEqual([id, holders.includes("Admin")]);
    expect([id, allows(actorOf({ isSystemAdmin: true }))]).toEqual([id, holders.includes("System")]);
    for (const role of ["Author", "Manager", "Admin"] as const) {
      const others = permissionIds.filter((other) => other !== id);
      expect([id, role, allows(actorOf({ limits: { [role]: others } }))]).toEqual([id, role, false]);
      // What the copied role never had, no copy gives.
      expect([id, role, allows(actorOf({ limits: { [role]: [id] } }))]).toEqual([id, role, holders.includes(role)]);
    }
  }
});

test("a copy of Admin never counts as an admin within a call, and a call asked again by another rule forgets nothing", () => {
  const sees = (id: PermissionId, rights: object) => {
    const { isAuthor, isManager, isAdmin, doing } = may(id).as?.(actorOf(rights)) ?? {};
    return { isAuthor, isManager, isAdmin, doing };
  };
  const auditor = { limits: { Admin: ["see-people", "read-audit"] } };
  expect(sees("see-people", auditor)).toEqual({ isAuthor: false, isManager: true, isAdmin: false, doing: "see-people" });
  const seen = may("see-people").as?.(actorOf(auditor));
  expect(seen && may("edit-people").allows(seen)).toBe(false);
  expect(seen && may("read-audit").allows(seen)).toBe(true);
  // A manager in full is one in every call, and as an author only a copy.
  const both = { isManager: true, limits: { Author: ["see-courses"] } };
  expect(sees("edit-people", both)).toEqual({ isAuthor: false, isManager: true, isAdmin: false, doing: "edit-people" });
  expect(sees("see-courses", both)).toEqual({ isAuthor: true, isManager: true, isAdmin: false, doing: "see-courses" });
});
