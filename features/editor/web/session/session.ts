import { freshId } from "#features/questions/fresh-id.ts";
import { CallError } from "#platform/call.ts";
import type { Page } from "#features/courses/content.ts";
import type { DraftPage, EditorDraft, PageHead } from "../../contract.ts";
import { mergeOutline, mergePage, type OutlineState } from "../../merge.ts";
import { same } from "#platform/same.ts";
import { makeChange, outlineStateOf, redo, startHistory, takeIn, undo, type History } from "../../undoing.ts";
import { pageIdsOf, type Change, type Working } from "../../working.ts";
import { resolution, type Choice, type Conflict } from "./conflicts.ts";
import type { KeptDraft } from "./kept-work.ts";

/** How the editor talks to the server. Each throws CallError. */
export interface EditorCalls {
  readonly readPage: (pageId: string) => Promise<DraftPage>;
  readonly savePage: (page: Page, revision: number) => Promise<{ revision: number }>;
  readonly saveOutline: (outline: OutlineState, revision: number) => Promise<{ revision: number }>;
}

export type Saving = "saved" | "dirty" | "saving" | "offline" | "refused" | "conflict";

export interface SessionState {
  readonly work: Working;
  readonly heads: ReadonlyMap<string, PageHead>;
  readonly saving: Saving;
  /** When everything was saved last, in ms; null as long as nothing was changed. */
  readonly savedAt: number | null;
  /** Why the server does not take what was typed. */
  readonly refusal: string | null;
  /** The page that it is about, as the last one that was refused; null for the outline. */
  readonly refusedId: string | null;
  readonly conflicts: readonly Conflict[];
  /** Pages that could not be loaded, with why; null where no answer came. */
  readonly unread: ReadonlyMap<string, string | null>;
  /** Whether what this device kept has been looked at. */
  readonly isReady: boolean;
  /** Whether unsent work of an earlier visit was found, and whether there is some that this release cannot read. */
  readonly found: { readonly isSome: boolean; readonly isNewer: boolean };
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

const [afterMs, keepMs, firstRetryMs, mostRetryMs] = [2000, 150, 2000, 30_000];

export type Session = ReturnType<typeof openSession>;

/**
 * An author's work on a course: what is changed here is kept on the device at once, and sent two seconds after the last change, one part after the other.
 * What somebody else saved meanwhile is merged; where both changed the same, nothing of that page is sent until somebody has chosen.
 * onSaved: called with what the server has now.
 */
export function openSession(
  draft: EditorDraft,
  { calls, kept, onSaved }: { calls: EditorCalls; kept: KeptDraft; onSaved: (saved: SavedDraft) => void },
) {
  let heads = new Map(draft.pages.map((head) => [head.id, head]));
  let history: History = startHistory({ outline: draft.outline, completion: draft.completion, pages: {} });
  let outlineBase = { state: { outline: draft.outline, completion: draft.completion } as OutlineState, revision: draft.outlineRevision };
  const bases = new Map<string, DraftPage>();
  let conflicts: readonly Conflict[] = [];
  const unread = new Map<string, string | null>();
  /** What the server refused, by page; "" for the outline with the completion rule. */
  const refused = new Map<string, unknown>();
  let [refusal, isOffline, isReady, isClosed, savedAt] = [null as string | null, false, false, false, null as number | null];
  let found = { isSome: false, isNewer: false };
  let running: Promise<void> | null = null;
  let retryMs = firstRetryMs;
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;

  const listeners = new Set<() => void>();
  let snapshot: SessionState | null = null;
  const tell = () => {
    snapshot = null;
    for (const listener of listeners) listener();
  };

  const revisionOf = (id: string) => bases.get(id)?.revision ?? 0;
  const isHeld = (pageId: string | null) => conflicts.some((one) => one.pageId === pageId);
  const isDirty = (id: string) => {
    const page = history.work.pages[id];
    return page !== undefined && !same(page, bases.get(id)?.page);
  };
  const dirtyPages = () => pageIdsOf(history.work.outline).filter(isDirty);
  const isOutlineDirty = () => !same(outlineStateOf(history.work), outlineBase.state);
  const isAllSaved = () => dirtyPages().length === 0 && !isOutlineDirty();

  function read(): SessionState {
    if (snapshot) return snapshot;
    const saved = isAllSaved();
    const saving: Saving =
      conflicts.length > 0
        ? "conflict"
        : saved
          ? "saved"
          : refusal !== null
            ? "refused"
            : isOffline
              ? "offline"
              : running
                ? "saving"
                : "dirty";
    snapshot = {
      work: history.work,
      heads,
      saving,
      savedAt,
      refusal,
      refusedId: [...refused.keys()].findLast((part) => part !== "") ?? null,
      conflicts,
      unread: new Map(unread),
      isReady,
      found,
      canUndo: history.past.length > 0,
      canRedo: history.future.length > 0,
    };
    return snapshot;
  }

  /** Puts down on the device what is not sent yet, and forgets what is. */
  const written = new Map<string, unknown>();
  function keepNow() {
    clearTimeout(keepTimer);
    keepTimer = undefined;
    if (!isReady) return;
    for (const id of Object.keys(history.work.pages)) {
      const mine = history.work.pages[id];
      if (mine && isDirty(id) && pageIdsOf(history.work.outline).includes(id)) {
        if (written.get(id) === mine) continue;
        written.set(id, mine);
        void kept.put({ part: "page", id, base: bases.get(id)?.page ?? null, mine });
      } else if (written.delete(id)) void kept.remove({ part: "page", id });
    }
    if (isOutlineDirty()) {
      if (written.get("") === history.work.outline && written.get("rule") === history.work.completion) return;
      written.set("", history.work.outline).set("rule", history.work.completion);
      void kept.put({ part: "outline", base: outlineBase.state, mine: outlineStateOf(history.work) });
    } else if (written.delete("")) void kept.remove({ part: "outline" });
  }
  function changed() {
    keepTimer ??= setTimeout(keepNow, keepMs);
    plan(afterMs);
    tell();
  }
  function plan(ms: number) {
    clearTimeout(sendTimer);
    if (!isClosed && !isAllSaved()) sendTimer = setTimeout(() => void flush(), ms);
  }

  /** Sends what is not sent yet; resolves when there is nothing more that can be sent now. */
  function flush(): Promise<void> {
    clearTimeout(sendTimer);
    keepNow();
    if (!isReady) return Promise.resolve();
    running ??= send().finally(() => {
      running = null;
      keepNow();
      plan(isOffline ? retryMs : afterMs);
      tell();
    });
    tell();
    return running;
  }

  async function send() {
    let isSent = false;
    try {
      for (;;) {
        const pageId = dirtyPages().find((id) => !isHeld(id) && refused.get(id) !== history.work.pages[id]);
        if (pageId === undefined) break;
        await sendOne(pageId, () => sendPage(pageId));
        isSent = true;
      }
      while (isOutlineDirty() && !isHeld(null) && !same(refused.get(""), outlineStateOf(history.work))) {
        await sendOne("", sendOutline);
        isSent = true;
      }
      [isOffline, retryMs] = [false, firstRetryMs];
      if (refused.size === 0) refusal = null;
    } catch {
      // Tried again later: no answer came, or nobody is signed in.
      isOffline = true;
      retryMs = Math.min(2 * retryMs, mostRetryMs);
    }
    if (isSent && isAllSaved()) savedAt = Date.now();
    if (isSent) onSaved(savedDraft());
  }

  /** Sends a part. What the server will never take is left alone until it is changed; throws where another try may help. */
  async function sendOne(part: string, sendIt: () => Promise<void>) {
    const sent = part === "" ? outlineStateOf(history.work) : history.work.pages[part];
    try {
      await sendIt();
      refused.delete(part);
    } catch (error) {
      if (!(error instanceof CallError) || error.temporary || error.status === 401) throw error;
      refused.set(part, sent);
      refusal = error.errors[0]?.message ?? error.message;
    }
    tell();
  }

  async function sendPage(id: string) {
    const page = history.work.pages[id];
    if (!page) return;
    try {
      const { revision } = await calls.savePage(page, revisionOf(id));
      bases.set(id, { page, revision });
      heads = new Map(heads).set(id, headOf(page, revision));
    } catch (error) {
      const theirs =
        error instanceof CallError && error.code === "page_changed" ? (error.data as { page: Page | null; revision: number }) : null;
      if (!theirs) throw error;
      if (theirs.page) meetPage(id, { page: theirs.page, revision: theirs.revision });
      else bases.delete(id);
    }
  }
  const headOf = (page: Page, revision: number): PageHead => {
    const { id, title, minutes, rule, blocks } = page;
    const known = heads.get(id);
    const [updatedAt, updatedBy] = [new Date().toISOString(), known?.updatedBy ?? null];
    return { id, title, minutes, rule, revision, kinds: blocks.map(({ kind }) => kind), updatedAt, updatedBy };
  };

  async function sendOutline() {
    const mine = outlineStateOf(history.work);
    try {
      const { revision } = await calls.saveOutline(mine, outlineBase.revision);
      outlineBase = { state: mine, revision };
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== "outline_changed") throw error;
      const { revision, ...theirs } = error.data as OutlineState & { revision: number };
      meetOutline(theirs, revision);
      await readHeads();
    }
  }

  /** Merges what somebody else has saved into a page. base: what mine was made from. */
  function meetPage(id: string, theirs: DraftPage, base: Page | null = bases.get(id)?.page ?? null) {
    const mine = history.work.pages[id];
    bases.set(id, theirs);
    heads = new Map(heads).set(id, { ...headOf(theirs.page, theirs.revision), updatedBy: heads.get(id)?.updatedBy ?? null });
    if (!mine || same(mine, base)) return put(theirs.page);
    // Both made the page, or one made it twice because the answer was lost.
    const { merged, conflicts: both } = mergePage(base ?? { ...theirs.page, blocks: [] }, mine, theirs.page);
    put(merged);
    conflicts = [...conflicts.filter((one) => one.pageId !== id), ...both.map((of) => ({ pageId: id, of }))];
    function put(page: Page) {
      history = takeIn(history, (work) => ({ ...work, pages: { ...work.pages, [id]: page } }));
      changed();
    }
  }
  function meetOutline(theirs: OutlineState, revision: number, base = outlineBase.state) {
    const { merged, conflicts: both } = mergeOutline(base, outlineStateOf(history.work), theirs);
    outlineBase = { state: theirs, revision };
    history = takeIn(history, (work) => ({ ...work, ...merged }));
    conflicts = [...conflicts.filter((one) => one.pageId !== null), ...both.map((of) => ({ pageId: null, of }))];
    changed();
  }
  /** The pages that somebody else made are read, for their titles. */
  async function readHeads() {
    await load(pageIdsOf(history.work.outline).filter((id) => !heads.has(id) && !history.work.pages[id]));
  }

  const loading = new Map<string, Promise<void>>();
  /** Loads pages that are not here yet; one that cannot be loaded is named in `unread`. */
  async function load(ids: Iterable<string>): Promise<void> {
    const wanted = [...ids].filter((id) => !history.work.pages[id]);
    await Promise.all(
      wanted.map((id) => {
        const known = loading.get(id);
        if (known) return known;
        const one = calls.readPage(id).then(
          (theirs) => {
            unread.delete(id);
            meetPage(id, theirs);
          },
          (error: unknown) => {
            // What the server says no to has its reason; otherwise no answer came.
            unread.set(id, error instanceof CallError && error.status === 409 ? error.message : null);
            tell();
          },
        );
        loading.set(id, one);
        return one.finally(() => loading.delete(id));
      }),
    );
  }

  /** What the server has, as far as it is known here. */
  const savedDraft = (): SavedDraft => ({
    ...outlineBase.state,
    outlineRevision: outlineBase.revision,
    pages: pageIdsOf(outlineBase.state.outline).flatMap((id) => heads.get(id) ?? []),
  });

  /** Brings in what an earlier visit could not send. */
  async function restore() {
    const { entries, isNewer } = await kept.list();
    let isOutlineKept = false;
    for (const entry of entries) {
      if (entry.part === "outline") {
        isOutlineKept = true;
        continue;
      }
      const theirs = await stubborn(() => calls.readPage(entry.id));
      written.set(entry.id, null);
      history = takeIn(history, (work) => ({ ...work, pages: { ...work.pages, [entry.id]: entry.mine } }));
      if (theirs) meetPage(entry.id, theirs, entry.base);
    }
    for (const entry of entries) {
      if (entry.part !== "outline") continue;
      const theirs = outlineBase.state;
      history = takeIn(history, (work) => ({ ...work, ...entry.mine }));
      written.set("", null);
      meetOutline(theirs, outlineBase.revision, entry.base);
    }
    found = { isSome: isOutlineKept || dirtyPages().length > 0, isNewer };
    isReady = true;
    await readHeads();
    changed();
    if (!isAllSaved()) void flush();
  }
  /** Asks until there is an answer; null where the server says no. */
  async function stubborn<T>(ask: () => Promise<T>, wait = firstRetryMs): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof CallError && !error.temporary && error.status !== 401) return null;
      await new Promise((resolve) => setTimeout(resolve, wait));
      return isClosed ? null : stubborn(ask, Math.min(2 * wait, mostRetryMs));
    }
  }

  /** What is being sent may be what is met: one's own work is nobody else's, which only its answer tells. */
  function settled(): Promise<void> {
    return running ? running.then(settled) : Promise.resolve();
  }

  const leave = () => void flush();
  const back = () => {
    if (isOffline) void flush();
  };
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read,
    load,
    flush,
    /** Begins to look after the work; returns what ends it, when everything is kept or sent. */
    start() {
      isClosed = false;
      if (!isReady) void restore();
      addEventListener("pagehide", leave);
      addEventListener("online", back);
      document.addEventListener("visibilitychange", leave);
      return () => {
        removeEventListener("pagehide", leave);
        removeEventListener("online", back);
        document.removeEventListener("visibilitychange", leave);
        void flush();
        isClosed = true;
      };
    },
    /** Makes a change. key: changes with the same one that follow closely are undone together. */
    change(change: Change, key: string | null = null) {
      const next = makeChange(history, change, { key, at: Date.now() });
      if (next === history) return;
      history = next;
      changed();
    },
    undo() {
      history = undo(history);
      changed();
    },
    redo() {
      history = redo(history);
      changed();
    },
    /** Settles a conflict, and sends the page once its last one is settled. */
    settle(conflict: Conflict, choice: Choice) {
      const change = resolution(conflict, choice, freshId);
      conflicts = conflicts.filter((one) => one !== conflict);
      history = makeChange(history, change, { at: Date.now() });
      changed();
      void flush();
    },
    /** Takes in a draft that was fetched again: after restoring a version, importing a document, publishing, or because somebody else saved something. */
    async receive(fresh: EditorDraft) {
      await settled();
      if (fresh.outlineRevision > outlineBase.revision) {
        heads = new Map([...heads, ...fresh.pages.map((head) => [head.id, head] as const)]);
        meetOutline({ outline: fresh.outline, completion: fresh.completion }, fresh.outlineRevision);
      }
      const older = fresh.pages.filter(({ id, revision }) => bases.has(id) && revision > revisionOf(id));
      for (const { id } of older) {
        const theirs = await calls.readPage(id).catch(() => null);
        await settled();
        if (theirs && theirs.revision > revisionOf(id)) meetPage(id, theirs);
      }
    },
  };
}

/** What of a draft changes as it is saved. */
export type SavedDraft = Pick<EditorDraft, "outline" | "completion" | "outlineRevision" | "pages">;
