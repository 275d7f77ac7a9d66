// Every list that a screen shows, found by the screen table: a screen counts when one of the replies that it opens with is a page of rows.
import { sampleAddress, visitorOf, type SampleThings } from "#app/test/screen-visits.ts";
import { screens } from "#app/screens.ts";
import { recordView } from "./record-view.ts";
import type { Seeded } from "./seed.ts";
import type { ServerProcess } from "#app/test/server.ts";
import { firstReply, replay, signIn, startBrowser, windowOf } from "./view-workloads.ts";
import type { Asked, Visitor } from "./visitor.ts";
import type { Workload } from "./workload.ts";

const users = 8;
const isList = (reply: unknown) => {
  const { rows, total } = (reply ?? {}) as { rows?: unknown; total?: unknown };
  return Array.isArray(rows) && typeof total === "number";
};

/** Whether one of the calls, or what a page carries, answers a page of a list. */
async function showsList(visitor: Visitor, calls: readonly Asked[]): Promise<boolean> {
  for (const call of calls.filter(({ method }) => method === "GET")) {
    const { status, body } = await visitor.ask(call);
    if (status !== 200) continue;
    if (isList(body.startsWith("{") ? JSON.parse(body) : firstReply(body)?.reply)) return true;
  }
  return false;
}

/** Opens every screen of the table once in a real browser, as somebody whose screen it is, and makes a workload of each that shows a list. */
export async function listScreens(
  server: ServerProcess,
  { emails, longCourse }: Seeded,
  { course, ...things }: SampleThings & { readonly course: number },
): Promise<{ readonly workloads: readonly Workload[]; close(): void }> {
  const emailsOf = {
    visitor: "",
    system: "system@stoa.example",
    student: emails[0] ?? "",
    author: "author@stoa.example",
    manager: "manager@stoa.example",
    admin: "admin@stoa.example",
  };
  const signedIn = new Map<string, Visitor[]>();
  const visitorsOf = async (email: string) => {
    const known = signedIn.get(email) ?? (await Promise.all(Array.from({ length: users }, () => signIn(server, email))));
    signedIn.set(email, known);
    return known;
  };
  const browser = await startBrowser();
  const workloads: Workload[] = [];
  for (const screen of screens) {
    const role = visitorOf(screen);
    const sample = screen.isBeforeSetUp ? null : sampleAddress(screen, { ...things, course: longCourse.id, startedCourse: longCourse.id });
    if (sample === null || role === "visitor") continue;
    // Participants shows a list once a course is chosen.
    const path = screen.name === "participants" ? `${sample}?course=${course}` : sample;
    const visitors = await visitorsOf(emailsOf[role]);
    const context = await windowOf(browser, server, visitors[0] ?? null);
    const { calls } = await recordView(context, server.origin, path, "#page-title, main h1");
    await context.close();
    if (!visitors[0] || !(await showsList(visitors[0], calls))) continue;
    workloads.push({ id: `L ${screen.name}`, name: "", view: (user) => replay(visitors[user], calls, null, false) });
  }
  await browser.close();
  return { workloads, close: () => [...signedIn.values()].flat().forEach((visitor) => visitor.close()) };
}
