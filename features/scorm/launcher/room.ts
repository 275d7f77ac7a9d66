import type { CmiFact } from "#features/progress/contract.ts";

/** How many bytes a package may still add to its attempt's state, and report today. */
export interface Room {
  readonly state: number;
  readonly day: number;
}

/** Elements that a full attempt still takes, while they are short: its status, score, time and place. */
const core = /^cmi\.(?:core\.(?:score\.|lesson_|session_time|exit)|score\.|completion_|success_|progress_|session_time|exit|location)/;
const coreBytes = 1_000;

const encoder = new TextEncoder();
/** What an element takes in the database: its name, its value, and where both begin. */
const sizeOf = (name: string, value: string) => encoder.encode(name).length + encoder.encode(value).length + 8;

/**
 * Counts what the server will count (db/functions/scorm_commit.sql), so that a package is told before it relies on a value that would not be stored.
 * given: null where nothing is recorded.
 */
export function createRoom(given: Room | null) {
  let { state, day } = given ?? { state: Infinity, day: Infinity };
  return {
    /** Whether a value may be stored in the place of another one. */
    takes(name: string, value: string, before: string | undefined): boolean {
      const size = sizeOf(name, value);
      if (core.test(name) && size < coreBytes) return true;
      const growth = size - (before === undefined ? 0 : sizeOf(name, before));
      return (growth <= 0 || growth <= state) && size <= day;
    },
    /** Counts a value that is stored in the place of another one. */
    stored(name: string, value: string, before: string | undefined) {
      state -= sizeOf(name, value) - (before === undefined ? 0 : sizeOf(name, before));
    },
    /** Counts elements that are no longer kept: their part starts over. */
    freed(cmi: Readonly<Record<string, string>>) {
      for (const [name, value] of Object.entries(cmi)) state += sizeOf(name, value);
    },
    /** Counts what a fact reports. */
    reported({ values, calls = [] }: CmiFact) {
      for (const [name, value] of Object.entries(values)) day -= sizeOf(name, value);
      for (const { call, element = "", value = "", result } of calls)
        day -= 120 + call.length + element.length + value.length + result.length;
      day -= 150;
    },
    /** The server has refused a value for want of room. */
    isFull() {
      state = 0;
      day = 0;
    },
  };
}
