import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Frame, Page } from "playwright-core";
import { durationSeconds } from "#platform/durations.ts";
import type { Stoa } from "../../../e2e/support/stoa.ts";
import { aScormCourse } from "./scorm-course.ts";

// ADL's own cases for SCORM 2004 4th edition, where they are present beside the project: for each package the activities in the order in which they
// must be delivered, and each API call with its result. The package's Java driver is replaced by an empty page, in which the calls are made.

/** The folder of the cases. */
export const adlFolder = process.env["ADL_CASES"] ?? join(import.meta.dirname, "../../../../shared/content/adl-scorm2004-4th");

interface Step {
  readonly method?: string;
  readonly element?: string;
  readonly value?: string;
  readonly arg?: string;
  readonly expected?: string;
  readonly error?: string;
  readonly objectiveIds?: readonly string[];
}
interface Visit {
  readonly activity: string;
  readonly visit: number;
  readonly steps: readonly Step[];
  readonly testerAction?: string;
  readonly ui?: readonly { readonly question: string; readonly expect: "Y" | "N" }[];
}
interface Case {
  readonly meta: { readonly start: string };
  readonly visits: readonly Visit[];
}

/** Names of the cases that have both a package and expected results; none where the folder is missing or another one. */
export const adlCases: string[] = existsSync(join(adlFolder, "expected"))
  ? readdirSync(join(adlFolder, "expected"))
      .map((file) => file.replace(/\.json$/, ""))
      .filter((name) => existsSync(join(adlFolder, "packages", `LMSTestPackage_${name}.zip`)))
  : [];

const stubPage = (endsInUnload: boolean) =>
  `<!doctype html><meta charset="utf-8"><title>ADL</title><body>${endsInUnload ? `<script>addEventListener("unload", () => parent.API_1484_11.Terminate(""));</script>` : ""}</body>`;

/** A window in which the pages of ADL's packages are replaced by an empty one. */
export async function adlPage(stoa: Stoa): Promise<Page> {
  const page = await stoa.signedIn();
  await replacePages(page.context());
  return page;
}
const replacePages = (context: BrowserContext) =>
  context.route(/\/c\/[^/]+\/resources\/[^/]+\.htm\b/, (route) =>
    route.fulfill({ contentType: "text/html", body: stubPage(route.request().url().includes("SingleDoTerminate")) }),
  );

/** Plays a case as a new learner of a new course. Returns the first unexpected result; null when the case passes. */
export async function playAdlCase(stoa: Stoa, page: Page, name: string, learner: number): Promise<string | null> {
  const { meta, visits } = JSON.parse(readFileSync(join(adlFolder, "expected", `${name}.json`), "utf8")) as Case;
  const course = await aScormCourse(stoa, {
    portalId: stoa.portalId(),
    userId: learner,
    learners: [learner],
    title: name,
    zip: readFileSync(join(adlFolder, "packages", `LMSTestPackage_${name}.zip`)),
  });
  const open = async () => {
    await page.goto(stoa.url(`/v/student/courseViewer/${course.id}`));
    await page.locator('.scorm-frame[aria-busy="false"]').waitFor();
  };
  const exit = async () => {
    if (!page.url().includes("page=done")) await page.getByRole("button", { name: "Exit" }).click();
    await page.waitForURL(/page=done/);
  };
  const outline = page.getByRole("navigation", { name: "Course outline" });
  // The activity's button contains its title and its progress; the number in the title must not match a longer number.
  const partNamed = (title: string) => outline.getByRole("button", { name: new RegExp(`^${title}(?!\\d)`) });
  const forward = page.getByRole("button", { name: /^(?:Next part|Finish)$/ }).last();
  const back = page.getByRole("button", { name: "Previous part" });

  async function act(action: string): Promise<void> {
    const [, kind = "", number = ""] = /^(API|DMI)t(\d)$/.exec(action) ?? [];
    if (kind !== "") return partNamed(`${kind === "API" ? "API" : "Data Model"} Implementation Test ${number}`).click();
    const [what = "", title = ""] = action.split("~");
    switch (what) {
      case "Continue":
        return forward.click();
      case "Previous":
        return back.click();
      case "Choice":
        return partNamed(title).click();
      case "ExitCM09ba":
      case "RelaunchRU13e":
      case "RelaunchRU14d":
      case "DMBx":
        await exit();
        return open();
      case "RelaunchCM10":
        await exit();
        await open();
        return partNamed("Activity 4").click();
      case "DMBxAct":
        await exit();
        await open();
        if ((await deliveredOrNone(page)) === null) await partNamed("Data Model Behavior Test 1").click();
        return;
      default:
        throw new Error(`Nobody says what ${action} is.`);
    }
  }
  async function see(question: string): Promise<boolean> {
    const [what = "", title = ""] = question.split("@");
    if (what === "continue.enabled" || what === "continue.disabled")
      return ((await forward.count()) > 0 && (await forward.isEnabled())) === what.endsWith("enabled");
    if (what === "previous.enabled" || what === "previous.disabled")
      return ((await back.count()) > 0 && (await back.isEnabled())) === what.endsWith("enabled");
    if (what === "toc.enabled.selectable") return (await partNamed(title).count()) > 0;
    if (what === "toc.enabled") return (await outline.getByRole("button").count()) > 1;
    throw new Error(`Nobody says how to see ${question}.`);
  }

  /** Checks the navigation that the learner sees, which arrives through the port a moment after the activity. */
  async function seesSoon(question: string, wanted: boolean): Promise<boolean> {
    for (const until = Date.now() + 10_000; Date.now() < until; await page.waitForTimeout(40))
      if ((await see(question)) === wanted) return true;
    return false;
  }

  await open();
  if (meta.start !== "." && (await deliveredOrNone(page)) === null) await partNamed(meta.start).click();
  for (const [index, { activity, visit, steps, testerAction, ui = [] }] of visits.entries()) {
    const where = `${activity}/${visit}`;
    const frame = await delivered(page);
    if (frame === null) return `${where} was not delivered`;
    const found = `Act${new URL(frame.url()).searchParams.get("act") ?? "?"}`;
    if (found !== activity) return `${where} was expected, ${found} was delivered`;
    await frame.evaluate(() => Object.assign(window, { isPlayed: true }));
    // What is said of the part before is gone once the page knows of this one.
    await ended(page).waitFor({ state: "detached" });
    for (const { question, expect } of ui)
      if (!(await seesSoon(question, expect === "Y"))) return `${where}: ${question} is ${expect === "Y" ? "not " : ""}so`;
    const endsItself = steps.length > 0 && !frame.url().includes("SingleDoTerminate");
    const wrong = await callAll(frame, steps, endsItself);
    if (wrong !== null) return `${where}: ${wrong}`;
    if (testerAction === undefined || index === visits.length - 1) continue;
    try {
      // Wait until the page has heard of the end through the port, or the package has gone on by itself.
      if (endsItself) await delivered(page, async () => page.url().includes("page=done") || (await ended(page).isVisible()));
      await act(testerAction);
    } catch (error) {
      return `${where}: ${testerAction} was not possible (${error instanceof Error ? error.message.split("\n")[0] : ""})`;
    }
  }
  return null;
}

/** The frame of the next activity that has not been played; null when none appears, or once `instead` holds. */
async function delivered(page: Page, instead?: () => Promise<boolean>): Promise<Frame | null> {
  const until = Date.now() + 30_000;
  while (Date.now() < until) {
    for (const frame of page.frames()) {
      if (!/\/c\/.*[?&]act=/.test(frame.url())) continue;
      const isFresh = await frame.evaluate(() => document.readyState === "complete" && !("isPlayed" in window)).catch(() => false);
      if (isFresh) return frame;
    }
    if (await instead?.()) return null;
    await page.waitForTimeout(40);
  }
  return null;
}
const ended = (page: Page) => page.getByText(/^(?:This part|The course) has ended\.$/);
/** The same, or null as soon as the stage asks to choose a part. */
const deliveredOrNone = (page: Page) => delivered(page, () => page.getByText("Choose a part to start").isVisible());

type Answer = { readonly result: string; readonly error: string };

/** Makes the calls of a visit at once, as the package's page does, and ends the session. Returns the first wrong result. */
async function callAll(frame: Frame, steps: readonly Step[], endsItself: boolean): Promise<string | null> {
  const answers = await frame.evaluate(
    ({ calls, ends }) => {
      const api = (window.parent as unknown as { API_1484_11?: Record<string, (...args: string[]) => unknown> }).API_1484_11;
      const ask = (method: string, ...args: string[]) => String(api?.[method]?.(...args));
      // &name& stands for the index of the entry with that id.
      const placed = (element: string) =>
        element.replace(/^(.*)\.&(.+?)&\./, (whole, list: string, id: string) => {
          const count = Number(ask("GetValue", `${list}._count`));
          for (let at = 0; at < count; at++) if (ask("GetValue", `${list}.${at}.id`) === id) return `${list}.${at}.`;
          return whole;
        });
      const idsOf = (list: string) => {
        const ids: string[] = [];
        for (let at = 0; at < Number(ask("GetValue", `${list}._count`)); at++) ids.push(ask("GetValue", `${list}.${at}.id`));
        return ids.toSorted().join(",");
      };
      const result: Answer[] = [];
      for (const { method = "", element, value, arg } of calls) {
        if (method === "compareObjIds") result.push({ result: idsOf("cmi.objectives"), error: "0" });
        else if (method === "") result.push({ result: "", error: "" });
        else {
          const args = element === undefined ? [arg ?? ""] : value === undefined ? [placed(element)] : [placed(element), value];
          const answer = ask(method, ...args);
          result.push({ result: answer, error: ask("GetLastError") });
        }
      }
      if (ends && api) result.push({ result: ask("Terminate", ""), error: ask("GetLastError") });
      return result;
    },
    { calls: steps as Step[], ends: endsItself },
  );
  for (const [index, step] of steps.entries()) {
    const answer = answers[index] ?? { result: "", error: "" };
    const name = `${step.method} ${step.element ?? step.arg ?? ""}${step.value === undefined ? "" : ` = ${cut(step.value)}`}`;
    if (!isAsExpected(step, answer))
      return `${name}: ${cut(step.expected ?? "")} (${step.error}) was expected, ${cut(answer.result)} (${answer.error}) answered`;
  }
  const last = answers[steps.length];
  return last === undefined || last.result === "true" ? null : `Terminate: ${last.result} (${last.error})`;
}
const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : JSON.stringify(text));

/** Compares times and numbers by value: PT2H20S equals PT2H0M20S, and 1 equals 1.0. */
function isAsExpected({ method, element = "", objectiveIds, expected = "", error }: Step, answer: Answer): boolean {
  if (method === undefined) return true;
  if (objectiveIds) return answer.result === [...objectiveIds].toSorted().join(",");
  // A search for an entry by id: it only has to be found.
  if (/\.&.+&\.id$/.test(element) && method === "GetValue") return answer.error === error && answer.result !== "";
  if (answer.error !== error) return false;
  if (expected === "<nonempty, <=255 chars>") return answer.result !== "" && answer.result.length <= 255;
  if (answer.result === expected) return true;
  const [left, right] = [durationSeconds(answer.result), durationSeconds(expected)];
  if (left !== null && left === right) return true;
  return expected !== "" && answer.result !== "" && Number(expected) === Number(answer.result);
}
