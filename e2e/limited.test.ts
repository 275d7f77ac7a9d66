import { expect, test } from "vitest";
import { copyable, type PermissionId } from "#features/portal/permissions.ts";
import { watchWork } from "#platform/test/settled.ts";
import { holderOf } from "./support/holder-of.ts";
import { useStoa } from "./support/use-stoa.ts";

// Whoever holds a copy of a role with few permissions is offered nothing that is then refused (ROLE-1): no screen of theirs asks for what they may not have.

const stoa = useStoa();

const logs: readonly PermissionId[] = ["see-people", "read-audit", "read-mail"];
test.each([
  ["sees people and nothing else", ["see-people"]],
  ["reads logs", logs],
  ["does all but export", copyable("Admin").filter((id) => !id.startsWith("export-"))],
] as const)("an admin by a copy who %s is offered nothing that is refused", { timeout: 300_000 }, async (_, permissions) => {
  const page = await stoa.signedIn({ email: await holderOf(stoa, permissions), portal: "northwind" });
  const refused: string[] = [];
  page.on("response", (reply) => {
    if (reply.status() === 403) refused.push(`${reply.request().method()} ${new URL(reply.url()).pathname} at ${page.url()}`);
  });
  const hrefs = async () =>
    page
      .locator("a[href]")
      .evaluateAll((links) => links.map((link) => ({ href: link.getAttribute("href") ?? "", isFile: link.hasAttribute("download") })));
  const personId = await stoa.userId("student@stoa.example");
  const groupId = await stoa.databases.inPortal(stoa.portalId("northwind"), async (db) =>
    Number((await db.selectFrom("groups").select("id").where("status", "=", "active").limit(1).executeTakeFirstOrThrow()).id),
  );
  const hasSettled = watchWork(page);
  const settled = async () => {
    await page.locator("#page-title, h1").first().waitFor();
    await hasSettled();
  };
  await page.goto(stoa.url("/v/users/find"));
  await settled();
  // Every screen that the navigation and the tabs of its sections offer, a person with every tab, and a group with every tab.
  const waiting = new Set(["/v/users/find", `/v/users/details/${personId}`, `/v/users/groups/${groupId}`]);
  const seen = new Set<string>();
  const files = new Set<string>();
  for (const path of waiting) {
    seen.add(path);
    await page.goto(stoa.url(path));
    await settled();
    for (const { href, isFile } of await hrefs()) {
      if (isFile || /export\.csv/.test(href)) files.add(href);
      else if (
        /^\/v\/(?:users|portal)\/[a-zA-Z]+$/.test(href) ||
        href.startsWith(`/v/users/details/${personId}?tab=`) ||
        href.startsWith(`/v/users/groups/${groupId}?`)
      )
        waiting.add(href);
    }
  }
  expect(refused).toEqual([]);
  expect(seen.size).toBeGreaterThan(8);
  for (const href of files) {
    const reply = await page.request.get(new URL(href, page.url()).href);
    expect([href, reply.status()]).toEqual([href, 200]);
  }
  await page.close();
});
