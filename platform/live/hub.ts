import { PassThrough } from "node:stream";
import { tooMany } from "../errors.ts";
import { liveChannel, readEvent } from "./events.ts";
import { listenTo, type Listening } from "./listen.ts";

/** Whose page a stream is. */
export interface Watcher {
  readonly portalId: number;
  readonly userId: number;
  /** The stream ends when this session does. */
  readonly sessionToken: string;
}

export interface HubOptions {
  readonly url: string;
  /** Of these watchers, those whose sessions have ended. Must not count as a visit: an open page alone keeps nobody signed in. */
  readonly findEnded: (watchers: readonly Watcher[]) => Promise<readonly Watcher[]>;
  /** Milliseconds between two looks at the sessions, and between the signs of life on a quiet stream. */
  readonly beatMs?: number;
  /** Milliseconds between two calls to ask again, while notifications do not arrive. */
  readonly deafMs?: number;
}

export interface Hub {
  /** The events of a person, until either side ends the stream. Throws 429 when this person has too many streams in this process. */
  open(watcher: Watcher): PassThrough;
  close(): Promise<void>;
}

/** Streams of one person in one process: a browser needs one for all its pages (platform/web/live-channel.ts). */
const ofOnePerson = 8;
/** Bytes that may wait for a reader who does not read; then the stream is cut, and the browser comes again. */
const mostWaiting = 64 * 1024;

/**
 * The live channel of one web process: server-sent events, with one connection to PostgreSQL for all streams, which is opened with the first of them.
 * Where notifications do not arrive, everybody is told every few seconds to ask again.
 */
export function liveHub({ url, findEnded, beatMs = 20_000, deafMs = 5_000 }: HubOptions): Hub {
  const streams = new Map<PassThrough, Watcher>();
  let listening: Listening | undefined;
  let beat: NodeJS.Timeout | undefined;
  let deaf: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  const send = (stream: PassThrough, text: string) => {
    if (stream.readableLength + stream.writableLength > mostWaiting) stream.destroy();
    else stream.write(text);
  };
  const toAll = (text: string) => {
    for (const stream of streams.keys()) send(stream, text);
  };
  const askAgain = () => toAll("event: again\ndata:\n\n");

  const look = async () => {
    const before = [...streams];
    const ended = new Set(await findEnded(before.map(([, watcher]) => watcher)));
    for (const [stream, watcher] of before) if (ended.has(watcher)) stream.end("event: ended\ndata:\n\n");
  };

  const begin = () => {
    if (beat) return;
    listening ??= listenTo({
      url,
      channels: [liveChannel],
      begun: askAgain,
      hear(_, text) {
        const event = readEvent(text);
        if (!event) return;
        for (const [stream, { portalId, userId }] of streams)
          if (portalId === event.portalId && userId === event.userId) send(stream, `event: ${event.topic}\ndata:\n\n`);
      },
    });
    beat = setInterval(() => {
      toAll(":\n\n");
      // While the database does not answer, streams stay open; they carry nothing then.
      looking ??= look()
        .catch(() => undefined)
        .finally(() => (looking = undefined));
    }, beatMs);
    deaf = setInterval(() => void (listening?.hears() === false && askAgain()), deafMs);
  };

  return {
    open(watcher) {
      const own = [...streams.values()].filter(({ portalId, userId }) => portalId === watcher.portalId && userId === watcher.userId);
      if (own.length >= ofOnePerson) throw tooMany(60, "too_many_streams", "Too many pages are open. Close some, then reload this one.");
      const stream = new PassThrough({ highWaterMark: mostWaiting });
      streams.set(stream, watcher);
      stream.on("error", () => undefined);
      stream.on("close", () => {
        streams.delete(stream);
        if (streams.size > 0) return;
        clearInterval(beat);
        clearInterval(deaf);
        beat = undefined;
      });
      begin();
      // Who comes back asks once, for what was said meanwhile.
      stream.write("retry: 3000\nevent: again\ndata:\n\n");
      return stream;
    },
    async close() {
      clearInterval(beat);
      clearInterval(deaf);
      for (const stream of streams.keys()) stream.end();
      await Promise.all([looking, listening?.close()]);
    },
  };
}
