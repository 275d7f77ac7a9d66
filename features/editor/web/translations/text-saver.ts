import { same } from "#platform/same.ts";
import * as z from "zod/mini";
import { PageId } from "../../shapes.ts";
import { Text } from "../../translation-contract.ts";
import { openKept, type KeptWork } from "../session/kept-work.ts";

/** A text that somebody is translating: what they wrote, until the server has it. */
export interface Unsaved {
  readonly pageId: string | null;
  readonly key: string;
  /** The original that it translates. */
  readonly source: Text;
  /** The translation that it replaces. */
  readonly was: Text | null;
  /** Null removes it. */
  readonly value: Text | null;
  /** Why it was not saved; null while it waits or is under way. */
  readonly failure: Error | null;
}
type Send = (text: Unsaved) => Promise<Text | null>;
type Written = Omit<Unsaved, "failure">;
/** What was written and has not reached the server, kept on this device. */
export type KeptTexts = KeptWork<KeptText, Pick<KeptText, "textKey">>;
/** The store has a key of its own for each entry. */
type KeptText = Omit<Written, "key"> & { readonly textKey: string };

/** How long after the last key a text is saved, in milliseconds. */
const quiet = 1_000;

const Readable = z.object({
  pageId: z.nullable(PageId),
  textKey: z.string(),
  source: Text,
  was: z.nullable(Text),
  value: z.nullable(Text),
});
/** Opens what a person has translated of a course into a language and not sent. userKey: of portal and person. */
export const openKeptTexts = (userKey: string, courseId: number, language: string): KeptTexts =>
  openKept<KeptText, Pick<KeptText, "textKey">>(`${userKey}:${courseId}:${language}`, {
    keyOf: ({ textKey }) => `text:${textKey}`,
    isReadable: (entry) => Readable.safeParse(entry).success,
  });

/**
 * Saves translations a moment after the last key, each text one save at a time. What could not be saved stays until it is tried again or dropped,
 * on this device too: whoever opens the language again goes on with it. onSaved: is told
 * what the server has now. onLost: why a text was not saved when nobody looks at it any more.
 */
export class TextSaver {
  #texts: ReadonlyMap<string, Unsaved> = new Map();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #underway = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #send: Send;
  readonly #onSaved: (saved: Unsaved) => void;
  readonly #onLost: (failure: Error) => void;

  readonly #kept: KeptTexts;

  constructor(send: Send, kept: KeptTexts, onSaved: (saved: Unsaved) => void, onLost: (failure: Error) => void) {
    this.#send = send;
    this.#kept = kept;
    this.#onSaved = onSaved;
    this.#onLost = onLost;
  }

  /** What is not saved yet, by key; another map after each change. */
  get texts(): ReadonlyMap<string, Unsaved> {
    return this.#texts;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Sends what an earlier visit has left. */
  async resume(): Promise<void> {
    const { entries } = await this.#kept.list();
    for (const { pageId, textKey: key, source, was, value } of entries) {
      if (this.#texts.has(key)) continue;
      this.#set(key, { pageId, key, source, was, value, failure: null });
      void this.#save(key);
    }
  }

  /** Somebody wrote a translation. */
  write(text: Written): void {
    const before = this.#texts.get(text.key);
    // While an older text of this key is not saved, what is replaced is still what that one replaces.
    this.#set(text.key, { ...text, was: before ? before.was : text.was, failure: null });
    this.#later(text.key);
  }

  /** Tries again what was refused or did not arrive; changed: what differs now, such as the translation that it replaces. */
  retry(key: string, changed: Partial<Pick<Unsaved, "source" | "was">> = {}): void {
    const text = this.#texts.get(key);
    if (!text) return;
    this.#set(key, { ...text, ...changed, failure: null });
    void this.#save(key);
  }

  /** Gives up what somebody wrote. */
  drop(key: string): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    this.#set(key, null);
  }

  /** Saves at once whatever waits for its moment. */
  flush(): void {
    for (const key of this.#timers.keys()) void this.#save(key);
  }

  #later(key: string): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => void this.#save(key), quiet),
    );
  }

  async #save(key: string): Promise<void> {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    const text = this.#texts.get(key);
    if (!text) return;
    // The save under way looks again when it is done.
    if (this.#underway.has(key)) return this.#later(key);
    this.#underway.add(key);
    try {
      const value = await this.#send(text);
      this.#onSaved({ ...text, value });
      const now = this.#texts.get(key);
      // What was written meanwhile replaces what was saved now.
      if (now) this.#set(key, same(now.value, text.value) ? null : { ...now, was: value });
    } catch (error) {
      const now = this.#texts.get(key);
      if (now) this.#set(key, { ...now, failure: error as Error });
      if (this.#listeners.size === 0) this.#onLost(error as Error);
    } finally {
      this.#underway.delete(key);
    }
  }

  #set(key: string, text: Unsaved | null): void {
    const next = new Map(this.#texts);
    if (text) {
      next.set(key, text);
      const { failure: _known, key: textKey, ...written } = text;
      void this.#kept.put({ ...written, textKey });
    } else {
      next.delete(key);
      void this.#kept.remove({ textKey: key });
    }
    this.#texts = next;
    for (const listener of this.#listeners) listener();
  }
}
