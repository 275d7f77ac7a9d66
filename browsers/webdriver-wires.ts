import { connect } from "node:net";
import type { Wire, WireCommand } from "./over-webdriver.ts";

const inAddress: Readonly<Record<WireCommand, readonly [method: "GET" | "POST" | "DELETE", path: string]>> = {
  NewSession: ["POST", ""],
  DeleteSession: ["DELETE", ""],
  SetTimeouts: ["POST", "/timeouts"],
  SetWindowRect: ["POST", "/window/rect"],
  Navigate: ["POST", "/url"],
  Refresh: ["POST", "/refresh"],
  GetCurrentURL: ["GET", "/url"],
  ExecuteScript: ["POST", "/execute/sync"],
  FindElement: ["POST", "/element"],
  SwitchToFrame: ["POST", "/frame"],
  SwitchToWindow: ["POST", "/window"],
  NewWindow: ["POST", "/window/new"],
  CloseWindow: ["DELETE", "/window"],
  GetWindowHandles: ["GET", "/window/handles"],
  ElementClick: ["POST", "/element/:id/click"],
  ElementClear: ["POST", "/element/:id/clear"],
  ElementSendKeys: ["POST", "/element/:id/value"],
  TakeScreenshot: ["GET", "/screenshot"],
};

/** The longest that a browser may take to start, or a page to load, in ms. */
const answerMs = 90_000;

/** The standard's own wire, HTTP: to WebKitWebDriver on a port of this machine. */
export function overHttp(port: number): Wire {
  let session = "";
  return async (command, params = {}) => {
    const [method, path] = inAddress[command];
    const address = `http://127.0.0.1:${port}/session${session}${path.replace(":id", String(params["id"]))}`;
    const body = method === "POST" ? JSON.stringify(params) : null;
    const answer = await fetch(address, { method, body, signal: AbortSignal.timeout(answerMs) });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw refusal(command, value);
    if (command === "NewSession") session = `/${(value as { sessionId: string }).sessionId}`;
    return value;
  };
}

/** Firefox's wire, Marionette, which geckodriver speaks: each message is JSON behind its length in bytes. */
export async function overMarionette(port: number): Promise<Wire> {
  const socket = connect(port, "127.0.0.1");
  const waiting = new Map<number, { done(value: unknown): void; failed(error: Error): void; command: WireCommand }>();
  let rest = Buffer.alloc(0);
  let number = 0;
  const greeted = new Promise<void>((done, failed) => {
    socket.once("error", failed);
    socket.on("data", (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        const colon = rest.indexOf(":");
        const end = colon + 1 + Number(rest.subarray(0, Math.max(0, colon)).toString());
        if (colon < 0 || rest.length < end) return;
        const message = JSON.parse(rest.subarray(colon + 1, end).toString()) as unknown;
        rest = rest.subarray(end);
        if (!Array.isArray(message)) done();
        else take(message as [number, number, unknown, unknown]);
      }
    });
  });
  const take = ([, id, error, result]: [number, number, unknown, unknown]) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.failed(refusal(asked.command, error));
    else asked?.done(result !== null && typeof result === "object" && "value" in result ? result.value : result);
  };
  socket.once("close", () => {
    for (const { failed, command } of waiting.values()) failed(new Error(`${command}: the browser has gone`));
  });
  await greeted;
  return (command, params = {}) =>
    new Promise((done, failed) => {
      const id = ++number;
      waiting.set(id, { done, failed, command });
      const text = JSON.stringify([0, id, `WebDriver:${command}`, command === "NewSession" ? unwrapped(params) : params]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}
const unwrapped = (params: object) => (params as { capabilities: { alwaysMatch: object } }).capabilities.alwaysMatch;

function refusal(command: string, given: unknown): Error {
  const { error = "refused", message = "" } = (given ?? {}) as { error?: string; message?: string };
  return new Error(`${command}: ${error}${message === "" ? "" : `, ${message}`}`);
}
