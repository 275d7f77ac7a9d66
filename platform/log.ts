import { pino, type Logger } from "pino";

/** The one logger: JSON lines. Fastify takes it as `loggerInstance`. */
export type Log = Logger;

const hidden = ["cookie", "authorization", "set-cookie", "x-csrf-token", "password", "token", "secret"];

/** Makes the logger: JSON to standard output (or `file`), ISO times; cookies, tokens and passwords are redacted. */
export function createLog(options: { readonly level: string; readonly file?: string }): Log {
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: hidden.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`, `headers["${name}"]`]),
        censor: "[hidden]",
      },
    },
    // Synchronous, so that the last lines before an exit are not lost.
    pino.destination({ dest: options.file ?? 1, sync: true }),
  );
}
