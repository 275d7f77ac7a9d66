import * as fake from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { wordsOfBlock } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import type { Page } from "#features/courses/content.ts";
import { CallError } from "#platform/call.ts";
import type { EditorDraft } from "./contract.ts";
import type { OutlineState } from "./merge.ts";
import { randomOf } from "./test/random.ts";
import { resolution } from "./web/session/conflicts.ts";
import { openKeptWork } from "./web/session/kept-work.ts";
import { openSession, type Session } from "./web/session/session.ts";
import { addBlocks, addChapter, addPages, changeBlock, inOrder, pageIdsOf, removeBlocks, setCompletion } from "./working.ts";

// What an author types reaches the server, merged with what others save, or waits on the device.

const aBlock = (id: string, words: string): Block => ({
  id,
  kind: "text",
  doc: { type: "doc", content: [{ type: "paragraph", content: words ? [{ type: "text", text: words }] : [] }] },
});
const aPage = (id: string, blocks: Block[]): Page => ({ id, title: id, minutes: 0, rule: { viewed: true }, blocks });
const textsOf = (page: Page | undefined) =>
  Object.fromEntries((page?.blocks ?? []).map((block) => [block.id, wordsOfBlock(block).join(" ")]));

/** A server that keeps one course, with the revisions of the real one. */
function aServer() {
  const pages = new Map([["p1", { page: aPage("p1", [aBlock("a", "A"), aBlock("b", "B")]), revision: 1 }]]);
  let outline: OutlineState & { revision: number } = {
    outline: { chapters: [{ id: "c1", title: "One", pageIds: ["p1"] }] },
    completion: { kind: "pages", percent: 100 },
    revision: 1,
  };
  const server = {
    pages,
    isDown: false,
    outline: () => outline,
    draft: () =>
      ({
        ...outline,
        id: 1,
        outlineRevision: outline.revision,
        pages: [...pages.values()].map(({ page, revision }) => ({ ...page, revision, kinds: [], updatedAt: "", updatedBy: null })),
      }) as unknown as EditorDraft,
    async answer<T>(work: () => T): Promise<T> {
      await Promise.resolve();
      if (server.isDown) throw new CallError(0, "unreachable", "Down");
      return work();
    },
    calls: {
      readPage: (id: string) =>
        server.answer(() => {
          const found = pages.get(id);
          if (!found) throw new CallError(404, "draft_page", "Gone");
          return structuredClone(found);
        }),
      savePage: (page: Page, revision: number) =>
        server.answer(() => {
          const known = pages.get(page.id);
          if ((known?.revision ?? 0) !== revision)
            throw new CallError(409, "page_changed", "Changed", "", [], structuredClone(known) ?? { page: null, revision: 0 });
          pages.set(page.id, structuredClone({ page, revision: revision + 1 }));
          return { revision: revision + 1 };
        }),
      saveOutline: (mine: OutlineState, revision: number) =>
        server.answer(() => {
          if (outline.revision !== revision) throw new CallError(409, "outline_changed", "Changed", "", [], structuredClone(outline));
          if (pageIdsOf(mine.outline).some((id) => !pages.has(id))) throw new CallError(400, "invalid", "Missing page");
          outline = structuredClone({ ...mine, revision: revision + 1 });
          return { revision: revision + 1 };
        }),
    },
  };
  return server;
}
type Server = ReturnType<typeof aServer>;

const closes: (() => void)[] = [];
async function open(server: Server, who: string): Promise<Session> {
  const session = openSession(server.draft(), { calls: server.calls, kept: openKeptWork(who, 1), onSaved: () => {} });
  closes.push(session.start());
  await expect.poll(() => session.read().isReady).toBe(true);
  return session;
}
beforeEach(() => {
  // A database of browsers.
  for (const [name, value] of Object.entries(fake)) if (name !== "default") vi.stubGlobal(name, value);
  vi.stubGlobal("indexedDB", new fake.IDBFactory());
  const target = new EventTarget();
  vi.stubGlobal("document", target);
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
});
afterEach(() => {
  for (const close of closes.splice(0)) close();
  vi.unstubAllGlobals();
});

test("two authors on one page: after 200 edits in turn both texts are there, or a conflict with both", async () => {
  const random = randomOf(20261124);
  const server = aServer();
  const [ada, ben] = [await open(server, "7:1"), await open(server, "7:2")];
  await Promise.all([ada.load(["p1"]), ben.load(["p1"])]);
  const last = { ada: {} as Record<string, string>, ben: {} as Record<string, string> };
  for (let nth = 0; nth < 200; nth++) {
    const [name, session, own] = random(10) < 5 ? (["ada", ada, "a"] as const) : (["ben", ben, "b"] as const);
    const id = random(10) < 2 ? `${name}${nth}` : own;
    const words = `${name} ${nth}`;
    session.change(id === own ? changeBlock("p1", aBlock(own, words)) : addBlocks("p1", [aBlock(id, words)]));
    last[name][id] = words;
    if (random(10) < 4) await session.flush();
  }
  await ada.flush();
  await ben.flush();
  expect(textsOf(server.pages.get("p1")?.page)).toMatchObject({ ...last.ada, ...last.ben });
  expect([...ada.read().conflicts, ...ben.read().conflicts]).toEqual([]);

  // Both in the same block: nothing is overwritten, the second one to save is asked.
  await ada.flush();
  ada.change(changeBlock("p1", aBlock("a", "Ada's")));
  ben.change(changeBlock("p1", aBlock("a", "Ben's")));
  await ada.flush();
  await ben.flush();
  const [conflict] = ben.read().conflicts;
  expect(textsOf(server.pages.get("p1")?.page)["a"]).toBe("Ada's");
  expect(conflict).toMatchObject({ pageId: "p1", of: { part: "block", mine: aBlock("a", "Ben's"), theirs: aBlock("a", "Ada's") } });
  if (conflict) ben.settle(conflict, "both");
  await ben.flush();
  expect(Object.values(textsOf(server.pages.get("p1")?.page))).toEqual(expect.arrayContaining(["Ada's", "Ben's"]));
  expect(ben.read().saving).toBe("saved");
});

test("a page that is new reaches the server before the outline that names it; what is undone again is not sent", async () => {
  const server = aServer();
  const session = await open(server, "7:3");
  session.change(inOrder(addChapter({ id: "c2", title: "Two", pageIds: [] }), addPages([aPage("p2", [])], "c2")));
  await session.flush();
  expect(server.outline().outline.chapters.map(({ pageIds }) => pageIds)).toEqual([["p1"], ["p2"]]);
  session.undo();
  await session.flush();
  expect(server.outline().outline.chapters.map(({ pageIds }) => pageIds)).toEqual([["p1"]]);
  expect(session.read()).toMatchObject({ saving: "saved", canRedo: true });
});

test("without a server work waits on the device; the next visit merges it with what others saved meanwhile", async () => {
  const server = aServer();
  const first = await open(server, "7:4");
  await first.load(["p1"]);
  server.isDown = true;
  first.change(inOrder(changeBlock("p1", aBlock("a", "Written offline")), addPages([aPage("p9", [aBlock("n", "New")])], "c1")));
  await first.flush();
  expect(first.read().saving).toBe("offline");
  for (const close of closes.splice(0)) close();
  await expect.poll(async () => (await openKeptWork("7:4", 1).list()).entries.length).toBe(3);

  server.isDown = false;
  const other = await open(server, "7:5");
  await other.load(["p1"]);
  other.change(changeBlock("p1", aBlock("b", "Theirs")));
  await other.flush();

  // Somebody else on this device sees nothing of it.
  expect((await openKeptWork("7:5", 1).list()).entries).toEqual([]);
  const again = await open(server, "7:4");
  expect(again.read().found.isSome).toBe(true);
  await again.flush();
  expect(textsOf(server.pages.get("p1")?.page)).toEqual({ a: "Written offline", b: "Theirs" });
  expect(pageIdsOf(server.outline().outline)).toEqual(["p1", "p9"]);
  expect(again.read().saving).toBe("saved");
  await expect.poll(async () => (await openKeptWork("7:4", 1).list()).entries.length).toBe(0);
});

test("what the server refuses is named and not sent again until it is changed", async () => {
  const server = aServer();
  const session = await open(server, "7:6");
  await session.load(["p1"]);
  const save = vi.spyOn(server.calls, "savePage");
  save.mockImplementation(() => Promise.reject(new CallError(400, "invalid", "A page has at most 200 blocks.")));
  session.change(addBlocks("p1", [aBlock("c", "C")]));
  await session.flush();
  await session.flush();
  expect(session.read()).toMatchObject({ saving: "refused", refusal: "A page has at most 200 blocks.", refusedId: "p1" });
  expect(save).toHaveBeenCalledTimes(1);
  save.mockRestore();
  session.change(removeBlocks("p1", new Set(["b"])));
  await session.flush();
  expect(session.read()).toMatchObject({ saving: "saved", refusal: null });
});

test("a page that the server cannot give is named with the reason, and comes once it can", async () => {
  const server = aServer();
  const session = await open(server, "7:18");
  vi.spyOn(server.calls, "readPage").mockImplementationOnce(() => Promise.reject(new CallError(409, "newer_release", "A newer release.")));
  await session.load(["p1"]);
  expect([...session.read().unread]).toEqual([["p1", "A newer release."]]);
  server.isDown = true;
  await session.load(["p1"]);
  expect([...session.read().unread]).toEqual([["p1", null]]);
  server.isDown = false;
  await session.load(["p1"]);
  expect([Object.keys(session.read().work.pages), session.read().unread.size]).toEqual([["p1"], 0]);
});

test("a completion rule that the server refuses is sent again once it is another, though no page or chapter moved", async () => {
  const server = aServer();
  const session = await open(server, "7:16");
  const save = vi.spyOn(server.calls, "saveOutline");
  save.mockImplementationOnce(() => Promise.reject(new CallError(400, "invalid", "A completion rule has at most 30 conditions.")));
  session.change(setCompletion({ kind: "pages", percent: 99 }));
  await session.flush();
  await session.flush();
  expect([session.read().saving, save.mock.calls.length]).toEqual(["refused", 1]);
  session.change(setCompletion({ kind: "pages", percent: 50 }));
  await session.flush();
  expect(session.read()).toMatchObject({ saving: "saved", refusal: null });
  expect(server.outline().completion).toEqual({ kind: "pages", percent: 50 });
});

test("a block that I moved to another page while somebody else changed it comes back under an id of its own", () => {
  const [mine, theirs] = [aBlock("a", "A"), aBlock("a", "Theirs")];
  const work = {
    outline: { chapters: [{ id: "c1", title: "One", pageIds: ["p1", "p2"] }] },
    completion: { kind: "pages" as const, percent: 100 },
    // Theirs stands where I took it away, until that is settled.
    pages: { p1: aPage("p1", [theirs]), p2: aPage("p2", [mine]) },
  };
  const conflict = { pageId: "p1", of: { part: "block" as const, id: "a", base: mine, mine: null, theirs } };
  const after = resolution(conflict, "theirs", () => "fresh")(work);
  expect(Object.values(after.pages).map(({ blocks }) => blocks.map(({ id }) => id))).toEqual([["fresh"], ["a"]]);
  const alone = resolution(conflict, "theirs", () => "fresh")({ ...work, pages: { ...work.pages, p2: aPage("p2", []) } });
  expect(alone.pages["p1"]?.blocks.map(({ id }) => id)).toEqual(["a"]);
});

test("a draft that is fetched while one's own work is on its way does not meet it as somebody else's", async () => {
  const server = aServer();
  const session = await open(server, "7:7");
  await session.load(["p1"]);
  let answerLate = () => {};
  const late = new Promise<void>((done) => (answerLate = done));
  const { savePage } = server.calls;
  vi.spyOn(server.calls, "savePage").mockImplementationOnce(async (page, revision) => {
    const answer = await savePage(page, revision);
    await late;
    return answer;
  });
  session.change(changeBlock("p1", aBlock("a", "Mine")));
  const sent = session.flush();
  await expect.poll(() => server.pages.get("p1")?.revision).toBe(2);
  session.change(changeBlock("p1", aBlock("a", "Mine, and more")));
  const received = session.receive(server.draft());
  answerLate();
  await Promise.all([sent, received]);
  await session.flush();
  expect(session.read()).toMatchObject({ saving: "saved", conflicts: [] });
  expect(textsOf(server.pages.get("p1")?.page)).toEqual({ a: "Mine, and more", b: "B" });
});

test("of two who write at once and hear of each other, neither is asked where they write in different places", async () => {
  const random = randomOf(11);
  const server = aServer();
  const [one, other] = [await open(server, "7:8"), await open(server, "7:9")];
  await Promise.all([one.load(["p1"]), other.load(["p1"])]);
  const last = { a: "A", b: "B" };
  for (let nth = 0; nth < 100; nth++) {
    const isOne = random(2) === 0;
    const [session, block] = isOne ? [one, "a" as const] : [other, "b" as const];
    last[block] = `${block} ${nth}`;
    session.change(changeBlock("p1", aBlock(block, last[block])));
    const work = [random(2) === 0 && session.flush(), random(2) === 0 && (isOne ? other : one).receive(server.draft())];
    if (random(3) === 0) await Promise.all(work);
  }
  await one.flush();
  await other.flush();
  await one.receive(server.draft());
  for (const session of [one, other]) expect(session.read().conflicts).toEqual([]);
  expect(textsOf(server.pages.get("p1")?.page)).toEqual(last);
  expect(textsOf(one.read().work.pages["p1"])).toEqual(last);
});
