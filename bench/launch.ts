// What the launch of a large package costs until its first part begins: a package of 100 parts over 9 Mbit/s and 100 ms, on a new attempt and on one in
// which every part has been worked at.
import { chromium } from "playwright-core";
import { files12, files2004, zipOf } from "#features/scorm/test/sample-packages.ts";
import { aScormCourse } from "#features/scorm/test/scorm-course.ts";
import { connectDatabases } from "#platform/db/connect.ts";
import { findChromium } from "#platform/test/chromium.ts";
import { onDatabase, type ServerProcess } from "#app/test/server.ts";
import type { Seeded } from "./seed.ts";
import { openSlowLine, type Until } from "./slow-line.ts";
import { signIn, windowOf } from "./view-workloads.ts";

const parts = 100;
const line = { bitsPerSecond: 9_000_000, roundTripMs: 100 };
const launches = 5;

export interface Launch {
  readonly name: string;
  /** From the press on Start, or on Resume, to the request for the first part's page; one for each of five launches. */
  readonly all: readonly Until[];
}

/** A part's page, which is asked for after everything that is the product's own. */
const firstPart = /^\/c\/[^/]+\/parts\/\d+\.html/;
const scos = Array.from({ length: parts }, (_, at) => ({
  title: `Part ${at + 1}: what to do and what to leave`,
  href: `parts/${at + 1}.html`,
}));
/** What a part of a usual authoring tool has stored: about 1 kB. */
const cmi = JSON.stringify({
  "cmi.location": "page-7",
  "cmi.completion_status": "completed",
  "cmi.success_status": "passed",
  "cmi.score.scaled": "0.8",
  "cmi.score.raw": "80",
  "cmi.session_time": "PT12M30S",
  "cmi.exit": "suspend",
});

/** Measures the launch of a package of 100 parts of either standard, new and resumed. Each launch is another learner's. */
export async function measureLaunches(server: ServerProcess, seeded: Seeded): Promise<Launch[]> {
  const databases = connectDatabases({
    ownerUrl: server.databaseUrl,
    appUrl: undefined,
    config: { databasePoolSize: 2, databasePrepared: true, databaseStatementSeconds: 60 },
  });
  const slow = await openSlowLine(server.port, line);
  const { executablePath, args } = await findChromium();
  const browser = await chromium.launch({ executablePath, args: [...args, `--host-resolver-rules=MAP * 127.0.0.1:${slow.port}`] });
  const emails = [...seeded.emails];
  const results: Launch[] = [];
  try {
    for (const [standard, files] of [
      ["SCORM 1.2", files12(scos)],
      ["SCORM 2004", files2004(scos)],
    ] as const) {
      const learners = emails.splice(0, launches);
      const ids = await onDatabase(server, async (client) =>
        (await client.query<{ id: number }>("select id from users where email = any($1::text[])", [learners])).rows.map(({ id }) =>
          Number(id),
        ),
      );
      const course = await aScormCourse(
        { databases, dataDir: server.dataDir },
        { portalId: seeded.portalId, userId: ids[0] ?? 0, title: `100 parts, ${standard}`, zip: await zipOf(files), learners: ids },
      );
      const launch = async (email: string) => {
        const visitor = await signIn(server, email);
        const context = await windowOf(browser, server, visitor);
        const page = await context.newPage();
        await page.goto(`${server.origin}/v/course/details/scorm/${course.id}`, { timeout: 120_000 });
        const start = page
          .getByRole("link", { name: /^(?:Start|Resume|Continue)/ })
          .or(page.getByRole("button", { name: /^(?:Start|Resume|Continue)/ }))
          .first();
        await start.hover();
        await page.waitForLoadState("networkidle");
        const begun = slow.until(firstPart);
        await start.click();
        const until = await begun;
        await context.close();
        visitor.close();
        return until;
      };
      const fresh: Until[] = [];
      for (const email of learners) fresh.push(await launch(email));
      results.push({ name: `${standard}, new`, all: fresh });
      await onDatabase(server, (client) =>
        client.query(
          `insert into scorm_states (portal_id, attempt_id, sco_key, cmi, completed, passed, sessions)
           select a.portal_id, a.id, i.item_key, $2::jsonb || jsonb_build_object('cmi.suspend_data', repeat(md5(a.id || i.item_key), 20)), true, true, 1
           from attempts a join course_version_items i on i.portal_id = a.portal_id and i.version_id = a.version_id where a.course_id = $1
           on conflict (portal_id, attempt_id, sco_key) do update set cmi = excluded.cmi`,
          [course.id, cmi],
        ),
      );
      const resumed: Until[] = [];
      for (const email of learners) resumed.push(await launch(email));
      results.push({ name: `${standard}, resumed, all parts with states`, all: resumed });
    }
  } finally {
    await browser.close();
    await slow.close();
    await databases.close();
  }
  return results;
}
