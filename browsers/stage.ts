import { framesetPackage, storagePackage, walkPackage, walks } from "#features/scorm/test/stage-packages.ts";
import { aScormCourse } from "#features/scorm/test/scorm-course.ts";
import type { Served } from "../e2e/support/stoa.ts";
import type { Journey, Scene } from "./journey.ts";
import { reads } from "./pages.ts";
import { until, type FramePath, type Window } from "./window.ts";

// What the stage gives packages, in each engine (docs/decisions/014-the-stage.md); e2e/stage.test.ts has the same in Chromium, to the last value.

/** Opens a package in the page, or in a window of its own; the frames that lead to its first page. */
async function onStage(
  { stoa, signedIn }: Pick<Scene, "stoa" | "signedIn">,
  { title, zip, inWindow }: { title: string; zip: Buffer; inWindow: boolean },
) {
  const userId = await stoa.userId();
  const course = await aScormCourse(stoa, { portalId: stoa.portalId(), userId, learners: [userId], title, zip, newWindow: inWindow });
  const { window: page } = await signedIn();
  await page.open(stoa.url(`/v/student/courseViewer/${course.id}`));
  const stage = inWindow ? await page.opened(() => page.press({ role: "button", name: "Open the course" })) : page;
  const part: FramePath = inWindow ? ["iframe"] : [".scorm-frame iframe", "iframe"];
  return { course, page, stage, part };
}

/** What a page of a package prints, once it has. */
const printed = (window: Window, frames: FramePath) =>
  until("what the package prints", async () => {
    const text = await window.run(() => document.querySelector("output")?.textContent ?? "", frames);
    return text === "" || text === "working" ? null : text;
  });

/** Firefox opens no more than ten documents inside one another: the page, the launcher, the part and seven frames of the package's. */
const frameMost = 7;
const played = walks.map((walk) => (walk.frames ? { ...walk, frames: frameMost, name: walk.name.replace("nine", "seven") } : walk));

function walksIn(inWindow: boolean): Journey {
  return {
    name: `Ways to look for the API, ${inWindow ? "in a window of its own" : "in the page"}`,
    async play(scene) {
      const { page, stage, part } = await onStage(scene, { title: "Walks", zip: await walkPackage(played), inWindow });
      for (const [at, { name, frames = 0, popup, onlyInWindow }] of played.entries())
        await scene.step(name, async () => {
          const start = `walk-${at + 1}.html`;
          if (at > 0) await page.press({ role: "button", name: new RegExp(`^${name}(?! *,)`) });
          await until(start, () => stage.run((file) => location.pathname.endsWith(file), part, `/${start}`));
          let answer: string;
          if (popup) {
            const opened = await stage.opened(() => stage.press({ role: "button", name: "Open a window" }, part));
            answer = await printed(opened, []);
            await opened.close();
          } else answer = await printed(stage, [...part, ...Array.from({ length: frames }, () => "iframe")]);
          const expected = onlyInWindow && !inWindow ? "not found" : "found";
          if (answer !== expected) throw new Error(`${answer} instead of ${expected}`);
        });
    },
  };
}

function framesetIn(inWindow: boolean): Journey {
  return {
    name: `A frameset, ${inWindow ? "in a window of its own" : "in the page"}`,
    async play(scene) {
      const { course, stage, part } = await onStage(scene, { title: "Frameset", zip: await framesetPackage(), inWindow });
      const [list, main] = [
        [...part, "frame[name=list]"],
        [...part, "frame[name=main]"],
      ];
      await scene.step("opens", async () => void (await reads(stage, "one", main)));
      for (const [role, name, shown] of [
        ["link", "By target", "two"],
        ["button", "By form", "three"],
        ["button", "By name", "four"],
        ["button", "By list", "five"],
        ["button", "By place", "six"],
        ["button", "By window", "seven"],
      ] as const)
        await scene.step(name.toLowerCase(), async () => {
          await stage.press({ role, name }, list);
          await reads(stage, shown, main);
        });
      await scene.step("is recorded", async () => {
        await stage.press({ role: "button", name: "Complete" }, list);
        await until("completed", () => isComplete(scene.stoa, course.id));
      });
    },
  };
}

const isComplete = async (stoa: Served, courseId: number) => {
  const row = await stoa.databases.inPortal(stoa.portalId(), (db) =>
    db
      .selectFrom("scorm_states as s")
      .innerJoin("attempts as a", (join) => join.onRef("a.portal_id", "=", "s.portal_id").onRef("a.id", "=", "s.attempt_id"))
      .select("s.completed")
      .where("a.course_id", "=", courseId)
      .where("s.sco_key", "=", "sco-1")
      .executeTakeFirst(),
  );
  return row?.completed === true;
};

interface Kept {
  readonly local: unknown;
  readonly session: unknown;
  readonly cookie: unknown;
  readonly database: unknown;
}

function storageIn(inWindow: boolean): Journey {
  return {
    name: `Storage, ${inWindow ? "in a window of its own" : "in the page"}`,
    async play(scene) {
      const { stage, part } = await onStage(scene, { title: "Storage", zip: await storagePackage(), inWindow });
      await scene.step("each kind keeps what is put there, for the package's frames too", async () => {
        const { page, frame } = JSON.parse(await printed(stage, part)) as { page: { after: Kept }; frame: { before: Kept } };
        for (const { local, session, cookie, database } of [page.after, frame.before])
          if ([local, session, cookie, database].some((value) => value !== "page-3"))
            throw new Error(JSON.stringify({ local, session, cookie, database }));
      });
    },
  };
}

export const stageJourneys: readonly Journey[] = [false, true].flatMap((inWindow) => [
  walksIn(inWindow),
  framesetIn(inWindow),
  storageIn(inWindow),
]);
