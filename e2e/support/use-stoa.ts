import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { startStoa, type Stoa, type StoaOptions } from "./stoa.ts";

/**
 * The application of a test file, with the demo: started before its first test, closed after its last. After each test no window may have had a
 * problem (`problems`). options: asked before it starts. Called at the top of a file; what it returns can be used in hooks and tests.
 */
export function useStoa(options: () => Promise<StoaOptions> = async () => ({})): Stoa {
  let started: Stoa | undefined;
  beforeAll(async () => {
    started = await startStoa(inject("superUrl"), await options());
    // The first file may have to build the bundle.
  }, 180_000);
  afterEach(() => expect(started?.problems()).toEqual([]));
  afterAll(() => started?.close());
  return new Proxy({} as Stoa, {
    get(_, name) {
      if (!started) throw new Error("The application runs in hooks and tests only.");
      return Reflect.get(started, name) as unknown;
    },
  });
}
