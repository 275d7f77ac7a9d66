import { expect, test } from "vitest";
import { files12, zipOf } from "#features/scorm/test/sample-packages.ts";
import { aScormCourse, type ScormCourse } from "#features/scorm/test/scorm-course.ts";
import { soon } from "./support/actions.ts";
import { useStoa } from "./support/use-stoa.ts";

// At the limit of what an attempt may store (security.md §3.2, §3.8).
const stoa = useStoa();

const aCourse = async (fields: { title: string; zip: Buffer }): Promise<ScormCourse> =>
  aScormCourse(stoa, {
    portalId: stoa.portalId(),
    userId: await stoa.userId("author@stoa.example"),
    learners: [await stoa.userId()],
    ...fields,
  });
const viewer = (course: ScormCourse) => stoa.url(`/v/student/courseViewer/${course.id}`);
const results = (course: ScormCourse) =>
  stoa.databases.inPortal(stoa.portalId(), (db) =>
    db
      .selectFrom("scorm_states as s")
      .innerJoin("attempts as a", (join) => join.onRef("a.portal_id", "=", "s.portal_id").onRef("a.id", "=", "s.attempt_id"))
      .select(["s.sco_key", "s.completed"])
      .where("a.course_id", "=", course.id)
      .execute(),
  );

test(
  "a package that may store no more is told so by its API, the learner by a sentence, and the course can be completed",
  { timeout: 60_000 },
  async () => {
    const course = await aCourse({ title: "Stores too much", zip: await zipOf(files12([{ title: "Collecting", href: "c.html" }])) });
    const page = await stoa.signedIn();
    const opened = page.waitForRequest((request) => request.url().endsWith("/rest/scorm/open"));
    await page.goto(viewer(course));
    const { attemptId } = (await opened).postDataJSON() as { attemptId: number };
    // It shows its status once it has found its API and begun.
    const part = page.frameLocator(".scorm-frame iframe").frameLocator("iframe").getByText("Status:");
    await part.waitFor();
    // As much as fits, less 8,000 bytes.
    await stoa.databases.inSystem("an attempt that is nearly full", (db) =>
      db
        .insertInto("scorm_states")
        .values({ portal_id: stoa.portalId(), attempt_id: attemptId, sco_key: "_sequencing", cmi_bytes: 4 * 1024 ** 2 - 8_000 })
        .execute(),
    );
    await page.reload();
    await part.waitFor();
    const said = await part.evaluate(() => {
      type Api = { API: Record<string, (...args: string[]) => string> };
      const { API: api } = window.parent as unknown as Api;
      const say = (name: string, ...args: string[]) => `${api[name]?.(...args)} ${api["LMSGetLastError"]?.("")}`;
      return [
        say("LMSSetValue", "cmi.suspend_data", "x".repeat(4_000)),
        ...Array.from({ length: 40 }, (_, nth) => say("LMSSetValue", `cmi.interactions.${nth}.id`, "x".repeat(250))),
        say("LMSSetValue", "cmi.core.lesson_status", "completed"),
        say("LMSCommit", ""),
      ];
    });
    expect(said.slice(0, 2)).toEqual(["true 0", "true 0"]);
    expect(said).toContain("false 101");
    expect(said.slice(-2)).toEqual(["true 0", "false 101"]);
    await page.getByText("The course has no more room to store").waitFor();
    await soon(() => results(course)).toContainEqual(expect.objectContaining({ sco_key: "sco-1", completed: true }));
    await page.context().close();
    stoa.problems();
  },
);
