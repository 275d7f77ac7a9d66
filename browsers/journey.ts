import type { Served } from "../e2e/support/stoa.ts";
import { signInOnPage } from "./pages.ts";
import { until, type Device, type Engine, type Window } from "./window.ts";

/** What came of a step. */
export interface Played {
  readonly journey: string;
  readonly step: string;
  readonly ms: number;
  /** Null when the step succeeded. */
  readonly wrong: string | null;
}

/** Does a named part of a journey. */
export type Step = (name: string, work: () => Promise<void>) => Promise<void>;

export interface Scene {
  readonly stoa: Served;
  readonly engine: Engine;
  readonly step: Step;
  /** A new device. It is closed when the journey ends. */
  device(): Promise<Device>;
  /** The same with the demo's student signed in on the sign-in page. */
  signedIn(): Promise<{ device: Device; window: Window }>;
}

/** A way through the product that is played in every engine, in steps. After a step that failed the rest of it is not played. */
export interface Journey {
  readonly name: string;
  play(scene: Scene): Promise<void>;
}

/** Plays a journey in an engine, on a new server's data. Tells each step as it ends; `onWrong` gets a picture of each open window after one failed. */
export async function playJourney(
  { name, play }: Journey,
  { stoa, engine, tell, onWrong }: { stoa: Served; engine: Engine; tell: (played: Played) => void; onWrong: (picture: Buffer) => void },
): Promise<void> {
  const devices: Device[] = [];
  const windows: Window[] = [];
  const watched = (device: Device): Device => ({
    close: () => device.close(),
    async window() {
      const window = await device.window();
      windows.push(window);
      return window;
    },
  });
  const scene: Scene = {
    stoa,
    engine,
    async step(step, work) {
      const began = performance.now();
      const done = (wrong: string | null) => tell({ journey: name, step, ms: performance.now() - began, wrong });
      try {
        await work();
      } catch (error) {
        done(reasonOf(error));
        for (const window of windows) await window.picture().then(onWrong, () => undefined);
        throw new StepFailed();
      }
      done(null);
    },
    async device() {
      const device = watched(await engine.device());
      devices.push(device);
      return device;
    },
    async signedIn() {
      const device = await scene.device();
      const window = await device.window();
      await window.open(stoa.url("/"));
      await signInOnPage(window);
      await until("the dashboard", async () => (await window.address()).includes("/v/student/dashboard"));
      return { device, window };
    },
  };
  try {
    await play(scene);
  } catch (error) {
    if (!(error instanceof StepFailed)) tell({ journey: name, step: "between steps", ms: 0, wrong: reasonOf(error) });
  } finally {
    for (const device of devices) await device.close().catch(() => undefined);
  }
}

class StepFailed extends Error {}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message.split("\n")[0]})` : "";
  return `${error.message.split("\n")[0]}${cause}`;
}
