import { pino, symbols, type DestinationStream, type Logger } from "pino";

/** The one logger: JSON lines. Fastify takes it as `loggerInstance`. */
export type Log = Logger;

const hidden = ["cookie", "authorization", "set-cookie", "x-csrf-token", "password", "token", "secret"];

const form = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
};

/** Makes the logger: JSON to standard output (or `file`), ISO times; cookies, tokens and passwords are redacted. */
export function createLog(options: { readonly level: string; readonly file?: string }): Log {
  return pino(
    {
      ...form,
      level: options.level,
      redact: {
        paths: hidden.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`, `headers["${name}"]`]),
        censor: "[hidden]",
      },
    },
    // Synchronous, so that the last lines before an exit are not lost.
    pino.destination({ dest: options.file ?? 1, sync: true }),
  );
}

/** What is said of a request once it is answered. The path has no query and no token. */
export interface RequestLine {
  readonly reqId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

/** How long a line about a request may wait for others, in milliseconds. */
const gatherMs = 50;
const gatherBytes = 8192;

/**
 * Where requests are logged: to the same place as `log`, several lines in one write, because a write and a search for secrets cost a small request a tenth
 * of its time. The lines have nothing to hide but what the caller hides. close() writes what still waits.
 */
export function requestLog(log: Log): { line(line: RequestLine): void; close(): void } {
  if (!log.isLevelEnabled("info")) return { line: () => undefined, close: () => undefined };
  const target = (log as unknown as Record<symbol, DestinationStream>)[symbols.streamSym];
  let waiting = "";
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = waiting;
    waiting = "";
    if (lines) target?.write(lines);
  };
  const gathered = pino(form, {
    write(line) {
      waiting += line;
      if (waiting.length >= gatherBytes) write();
      else timer ??= setTimeout(write, gatherMs);
    },
  });
  process.once("exit", write);
  return {
    line: (line) => gathered.info(line, "request"),
    close() {
      process.off("exit", write);
      write();
    },
  };
}

/**
 * The logger of one request, which Fastify asks for with every request. Nearly none logs anything by it, so pino's is made when the first line is; making one for each
 * costs as much as finding the route.
 */
export class RequestLogger {
  readonly #from: Log;
  readonly #bindings: Record<string, unknown>;
  #made: Log | undefined;
  constructor(from: Log, bindings: Record<string, unknown>) {
    this.#from = from;
    this.#bindings = bindings;
  }
  get #log(): Log {
    return (this.#made ??= this.#from.child(this.#bindings));
  }
  get level(): string {
    return this.#from.level;
  }
  child(bindings: Record<string, unknown>): Log {
    return this.#log.child(bindings);
  }
  fatal(...line: Parameters<Log["fatal"]>): void {
    this.#log.fatal(...line);
  }
  error(...line: Parameters<Log["error"]>): void {
    this.#log.error(...line);
  }
  warn(...line: Parameters<Log["warn"]>): void {
    this.#log.warn(...line);
  }
  info(...line: Parameters<Log["info"]>): void {
    this.#log.info(...line);
  }
  debug(...line: Parameters<Log["debug"]>): void {
    this.#log.debug(...line);
  }
  trace(...line: Parameters<Log["trace"]>): void {
    this.#log.trace(...line);
  }
  silent(...line: Parameters<Log["silent"]>): void {
    this.#log.silent(...line);
  }
}
