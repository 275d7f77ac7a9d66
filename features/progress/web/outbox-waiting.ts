import type { AttemptState, Fact } from "../contract.ts";
import { secondsOf, type OutboxEntry } from "./outbox-entry.ts";
import { openOutboxStore } from "./outbox-store.ts";
import { livingPages, markPageLiving, randomId } from "./page-locks.ts";
import { dropMirror, mirroredEntries, mirrorTime } from "./time-mirror.ts";

/** The outcome of a stored fact: the attempt's new state, null when unchanged, and why the fact could not be applied, if so: for programs and for people. */
export interface Acknowledged {
  readonly state: AttemptState | null;
  readonly refused: { readonly code: string; readonly message: string } | null;
}

/** If the device has not written an entry after this time, the device is not relied upon. */
const lateMs = 1_000;

interface Pending {
  entry: OutboxEntry;
  readonly settle: (word: Acknowledged) => void;
  /** When it was last sent while the page was being left (performance.now()); 0 is never. */
  leftAt: number;
}

/**
 * Everything that waits for the server's confirmation: this page's entries (in memory, on the device and in the mirror), and those of earlier page loads
 * and other tabs as last read. onChange is called when something changes that the learner sees, onDevice when it turns out whether the device has what
 * waits, onOutdated when the device deleted answers in an outdated format.
 */
export function createWaiting({
  userKey,
  portalId,
  onChange,
  onDevice,
  onOutdated,
}: {
  userKey: string;
  portalId: number;
  onChange: () => void;
  onDevice: () => void;
  onOutdated: () => void;
}) {
  const pageId = randomId();
  const store = openOutboxStore({ onOutdated });
  const living = markPageLiving(pageId);
  const lastSeq = new Map<string, number>();
  const mine = new Map<string, Pending>();
  const others = new Map<string, OutboxEntry>();
  /** What the server refused for good, and why in its words; kept, and not sent again before the next start or sign-in. */
  const held = new Map<string, string>();
  let denied = false;
  /** Number of writes that the device is slow to finish. */
  let lateWrites = 0;

  const pageOf = ({ clientId }: OutboxEntry) => clientId.slice(0, pageId.length);
  const myEntries = () => [...mine.values()].map(({ entry }) => entry);
  const mirror = (attemptId: number, clientId: string) =>
    mirrorTime(
      { userKey, portalId, attemptId, clientId },
      myEntries().filter((entry) => entry.clientId === clientId),
    );

  async function keep(entries: readonly OutboxEntry[]): Promise<boolean> {
    if (!entries.length) return true;
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      lateWrites++;
      onDevice();
    }, lateMs);
    // After a refusal, everything that waits is written again: what the device refused before is only in memory.
    const kept = await store.put(denied ? myEntries() : entries);
    clearTimeout(late);
    if (isLate) lateWrites--;
    // Confirmed while the device was still writing: it must not come back.
    const gone = entries.filter(({ id }) => !mine.has(id)).map(({ id }) => id);
    if (gone.length) await store.remove(gone);
    if (denied === kept || isLate) {
      denied = !kept;
      onDevice();
    }
    return kept;
  }

  function accept(attemptId: number, epoch: number, fact: Fact, open: boolean, given?: { clientId: string; seq: number }) {
    const clientId = given?.clientId ?? `${pageId}-${attemptId}`;
    const seq = given?.seq ?? (lastSeq.get(clientId) ?? 0) + 1;
    if (!given) lastSeq.set(clientId, seq);
    const entry: OutboxEntry = {
      id: `${clientId}:${seq}`,
      userKey,
      portalId,
      attemptId,
      clientId,
      seq,
      epoch,
      kind: fact.kind,
      fact,
      at: Date.now(),
      ...(open && { open }),
    };
    let settle: (word: Acknowledged) => void = () => {};
    const onServer = new Promise<Acknowledged>((resolve) => (settle = resolve));
    const pending: Pending = { entry, settle, leftAt: 0 };
    mine.set(entry.id, pending);
    return { pending, onServer };
  }

  return {
    mine,
    others,
    held,
    keep,

    /** Accepts a fact: in memory and in the mirror at once, on the device once onDevice resolves. */
    add(attemptId: number, epoch: number, fact: Fact) {
      const { pending, onServer } = accept(attemptId, epoch, fact, false);
      const { entry } = pending;
      if (fact.kind === "time") mirror(attemptId, entry.clientId);
      return { seq: entry.seq, onDevice: keep([entry]), onServer };
    },

    /** Reserves a client id and a million seqs from firstSeq, for a package's launcher that numbers its facts and may send them itself (INV-7). */
    identity(attemptId: number) {
      const clientId = `${pageId}-${attemptId}-p`;
      const firstSeq = (lastSeq.get(clientId) ?? 0) + 1;
      lastSeq.set(clientId, firstSeq - 1 + 1_000_000);
      return { clientId, firstSeq };
    },
    /** Accepts a fact with a reserved identity. */
    addAs(given: { clientId: string; seq: number }, attemptId: number, epoch: number, fact: Fact) {
      const { pending, onServer } = accept(attemptId, epoch, fact, false, given);
      return { seq: given.seq, onDevice: keep([pending.entry]), onServer };
    },

    /** Adds seconds to the growing slice of this page, attempt and epoch, or starts one. */
    grow(attemptId: number, epoch: number, seconds: number, pageOn: string | undefined) {
      const growing = [...mine.values()].find(
        ({ entry: { open, attemptId: attempt, epoch: opening, fact } }) =>
          open && attempt === attemptId && opening === epoch && fact.kind === "time" && fact.pageId === pageOn,
      );
      const fact = (total: number): Fact => ({ kind: "time", seconds: total, ...(pageOn !== undefined && { pageId: pageOn }) });
      if (growing) growing.entry = { ...growing.entry, at: Date.now(), fact: fact(secondsOf(growing.entry) + seconds) };
      const { id, clientId } = (growing ?? accept(attemptId, epoch, fact(seconds), true).pending).entry;
      // Other pages must see that this page lives before they see its growing slice, or they would send it half grown.
      void living.ready.then(() => {
        const now = mine.get(id)?.entry;
        if (!now) return;
        mirror(attemptId, clientId);
        void keep([now]);
      });
    },

    /** Ends the growing slices, so that they can be sent; later seconds start new ones. */
    seal(): OutboxEntry[] {
      const sealed: OutboxEntry[] = [];
      for (const pending of mine.values())
        if (pending.entry.open) {
          const { open: _, ...entry } = pending.entry;
          pending.entry = entry;
          sealed.push(entry);
          mirror(entry.attemptId, entry.clientId);
        }
      return sealed;
    },

    /** The entries that can be sent now. */
    due: (withOthers: boolean) => [...myEntries(), ...(withOthers ? others.values() : [])].filter(({ id, open }) => !open && !held.has(id)),

    /** Removes entries that the server has. */
    settle(ids: readonly string[], wordOf: (seq: number) => Acknowledged) {
      const mirrors = new Map<string, number>();
      for (const id of ids) {
        others.delete(id);
        held.delete(id);
        const pending = mine.get(id);
        if (!pending) continue;
        mine.delete(id);
        pending.settle(wordOf(pending.entry.seq));
        mirrors.set(pending.entry.clientId, pending.entry.attemptId);
      }
      for (const [clientId, attemptId] of mirrors) mirror(attemptId, clientId);
    },
    forget: (ids: readonly string[]) => store.remove(ids),

    /**
     * Reads what earlier page loads and other tabs of this person left on the device, except slices that still grow in a living tab. False when the
     * device's storage could not be read.
     */
    async readOthers(): Promise<boolean> {
      const listed = await store.list(userKey);
      if (!listed) return false;
      const lives = await livingPages();
      others.clear();
      for (const entry of listed) {
        if (pageOf(entry) === pageId) continue;
        const grows = entry.open && (lives ? lives(pageOf(entry)) : Date.now() - entry.at < 60_000);
        if (grows) continue;
        const { open: _, ...sealed } = entry;
        others.set(entry.id, sealed);
      }
      onChange();
      return true;
    },

    /** Takes over slices that only the mirror has: the page died before the device had written them. */
    async takeMirrored() {
      const lives = await livingPages();
      const mirrored = mirroredEntries(userKey).filter((entry) => pageOf(entry) !== pageId && !lives?.(pageOf(entry)));
      if (!mirrored.length) return;
      const listed = new Map((await store.list(userKey))?.map((entry) => [entry.id, entry]));
      const lacking = mirrored.filter((entry) => {
        const known = listed.get(entry.id);
        return !known || (known.open && secondsOf(known) < secondsOf(entry));
      });
      if (await store.put(lacking)) for (const clientId of new Set(mirrored.map((entry) => entry.clientId))) dropMirror(clientId);
      else for (const { open: _, ...entry } of lacking) others.set(entry.id, entry);
    },

    /** fresh: slices that were sealed just now, which do not count as waiting work yet. */
    counts(fresh: ReadonlySet<string>) {
      const every = [...myEntries(), ...others.values()].filter(({ id }) => !held.has(id));
      const sealed = every.filter(({ open }) => !open);
      return {
        waiting: sealed.length,
        work: sealed.filter(({ id }) => !fresh.has(id)).length,
        onlyHere: denied || lateWrites > 0,
        seconds: Math.round(every.reduce((sum, entry) => sum + secondsOf(entry), 0)),
        held: held.size,
        refusal: [...held].find(([id]) => mine.has(id))?.[1] ?? null,
        storageDenied: denied,
      };
    },

    close() {
      living.stop();
      store.close();
    },
  };
}
