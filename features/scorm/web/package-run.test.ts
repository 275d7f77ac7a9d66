import { afterEach, expect, test, vi } from "vitest";
import type { OpenedPackage } from "../contract.ts";
import type { ManifestItem } from "../manifest.ts";
import { READY, type FactMessage, type LauncherInit } from "../launcher/protocol.ts";
import { createPackageRun, type Recorder } from "./package-run.ts";
import { completeIn, partsOf } from "./parts-of.ts";

// The page's side of the protocol with launchers, without a browser: e2e/scorm.test.ts plays it in one.
afterEach(() => vi.unstubAllGlobals());

const contentOrigin = "http://c-1.content.test";
const openedWith = (token: string) => ({ token, contentOrigin, launcherUrl: "", states: {} }) as unknown as OpenedPackage;

function aPage() {
  const page = new EventTarget();
  vi.stubGlobal("window", page);
  const recorded: [number, number][] = [];
  let launchers = 0;
  const recorder: Recorder = {
    identity: () => ({ clientId: "page-1", firstSeq: launchers++ * 1000 + 1 }),
    record: ({ firstSeq }, { seq }) => {
      recorded.push([firstSeq, seq]);
      return { onDevice: Promise.resolve(true), onServer: Promise.resolve(null) };
    },
    settled: () => Promise.resolve(),
    onUnsafe: () => () => undefined,
  };
  const openAgain = vi.fn(async () => openedWith("later"));
  const run = createPackageRun({
    opened: openedWith("first"),
    asked: null,
    recorder,
    openAgain,
    onTouch: () => undefined,
    onFront: () => undefined,
    onHang: () => undefined,
  });
  let answered: (told: { init: LauncherInit; port: MessagePort }) => void = () => undefined;
  const launcher = { postMessage: (init: LauncherInit, _: string, [port]: [MessagePort]) => answered({ init, port }) };
  run.expectFrom(() => launcher as unknown as Window);
  /** A launcher that was loaded says so; resolves with what the page answers. */
  const load = () => {
    const answer = new Promise<{ init: LauncherInit; port: MessagePort }>((resolve) => (answered = resolve));
    page.dispatchEvent(Object.assign(new Event("message"), { data: READY, origin: contentOrigin, source: launcher }));
    return answer;
  };
  return { run, load, recorded, openAgain };
}
const reportAt = (messagePort: MessagePort, seq: number) => messagePort.postMessage({ type: "fact", seq } as FactMessage);

test("each launcher has numbers of its own; one that was loaded again has the states of then, and the last words of the one before count", async () => {
  const { run, load, recorded, openAgain } = aPage();
  const end = run.listen();
  const first = await load();
  expect([first.init.opened.token, first.init.firstSeq]).toEqual(["first", 1]);
  const second = await load();
  expect([second.init.opened.token, second.init.firstSeq]).toEqual(["later", 1001]);
  reportAt(first.port, 2);
  reportAt(second.port, 1001);
  await expect
    .poll(() => recorded.toSorted())
    .toEqual([
      [1, 2],
      [1001, 1001],
    ]);
  expect(openAgain).toHaveBeenCalledOnce();
  end();
});

test("a package that cannot be opened again says why, and is opened at the next try", async () => {
  const { run, load, openAgain } = aPage();
  const end = run.listen();
  await load();
  openAgain.mockRejectedValueOnce(new Error("no connection"));
  const answer = load();
  await expect.poll(() => run.getSnapshot().failure?.message).toBe("no connection");
  run.tryAgain();
  expect((await answer).init.firstSeq).toBe(1001);
  expect(run.getSnapshot().failure).toBeNull();
  end();
});

test("a run that is listened to again after a stop answers as before: React's strict mode mounts a screen twice", async () => {
  const { run, load } = aPage();
  run.listen()();
  const end = run.listen();
  expect((await load()).init.firstSeq).toBe(1);
  end();
});

test("a part that the package hides from its outline is no part that is counted, complete or not", () => {
  const part = (scoKey: string | null, more: Partial<ManifestItem> = {}): ManifestItem => ({
    identifier: scoKey ?? "folder",
    title: scoKey ?? "Folder",
    isVisible: true,
    scoKey,
    href: null,
    isSco: scoKey !== null,
    children: [],
    ...more,
  });
  const parts = partsOf([part(null, { children: [part("sco-1"), part("sco-2", { isVisible: false })] }), part("sco-3")]);
  expect(parts.map(({ scoKey }) => scoKey)).toEqual(["sco-1", "sco-3"]);
  expect(completeIn(parts, ["sco-2", "sco-3"]).map(({ scoKey }) => scoKey)).toEqual(["sco-3"]);
});
