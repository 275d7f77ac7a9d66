import { livePath, liveTopics, type LiveTopic } from "../live/topics.ts";

const listeners = new Map<LiveTopic, Set<() => void>>();
const name = "stoa-live";
/** Milliseconds until a stream that the server refused is asked for again. */
const refusedMs = 30_000;

const tell = (topics: readonly LiveTopic[]) => {
  for (const topic of topics) for (const listener of listeners.get(topic) ?? []) listener();
};

let stop: (() => void) | null = null;

/**
 * Calls `listener` whenever the server says that something of this topic may have changed; what it is now, the listener asks by the usual calls. The pages of
 * a browser share one stream: one of them has it and passes on what it hears. It is open while anybody listens. Returns a function that ends this.
 */
export function onLive(topic: LiveTopic, listener: () => void): () => void {
  const those = listeners.get(topic) ?? new Set();
  listeners.set(topic, those.add(listener));
  stop ??= open();
  return () => {
    those.delete(listener);
    if ([...listeners.values()].some(({ size }) => size > 0)) return;
    stop?.();
    stop = null;
  };
}

function open(): () => void {
  const ended = new AbortController();
  const pages = new BroadcastChannel(name);
  const tellOthers = pages.postMessage.bind(pages);
  const heard = (topics: readonly LiveTopic[]) => {
    tell(topics);
    tellOthers(topics);
  };
  pages.addEventListener("message", ({ data }: MessageEvent<readonly LiveTopic[]>) => tell(data));
  const listen = () =>
    new Promise<void>((done) => {
      let source: EventSource;
      let timer: ReturnType<typeof setTimeout>;
      const connect = () => {
        source = new EventSource(livePath);
        for (const topic of liveTopics) source.addEventListener(topic, () => heard([topic]));
        source.addEventListener("again", () => heard(liveTopics));
        // The session is over. Where somebody signs in again, the next try finds theirs.
        source.addEventListener("ended", () => {
          source.close();
          timer = setTimeout(connect, refusedMs);
        });
        source.addEventListener("error", () => {
          if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, refusedMs);
        });
      };
      connect();
      ended.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        source.close();
        done();
      });
    });
  // Locks are missing at a plain-http address other than localhost; then each page has a stream.
  if ("locks" in navigator) navigator.locks.request(name, { signal: ended.signal }, listen).catch(() => undefined);
  else void listen();
  return () => {
    ended.abort();
    pages.close();
  };
}
