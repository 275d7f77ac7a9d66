import * as pg from "pg";

export interface ListenOptions {
  /** Straight to PostgreSQL: a pooler that hands out connections by the transaction passes no notification on. */
  readonly url: string;
  readonly channels: readonly string[];
  readonly hear: (channel: string, text: string) => void;
  /** Called when listening begins, and begins again: what was said in between was not heard. */
  readonly begun: () => void;
  /** Milliseconds after which a connection that says nothing is asked whether it still hears. */
  readonly checkMs?: number;
}

export interface Listening {
  /** Whether notifications arrive at present. */
  readonly hears: () => boolean;
  close(): Promise<void>;
}

const retryMs = 1_000;
const echo = "stoa_echo";

/**
 * Listens for notifications of PostgreSQL on a connection of its own, and connects again when it is lost. That it hears is proven by what it says to
 * itself, at first and again and again; where a pooler swallows that, `hears` stays false.
 */
export function listenTo({ url, channels, hear, begun, checkMs = 20_000 }: ListenOptions): Listening {
  let isClosed = false;
  let heard = false;
  let current: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> = Promise.resolve();

  const again = () => {
    heard = false;
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), retryMs);
  };

  async function connect() {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: "stoa live",
    });
    current = client;
    const lose = () => {
      if (current !== client) return;
      current = undefined;
      ended = client.end().catch(() => undefined);
      again();
    };
    client.on("error", lose);
    client.on("end", lose);
    let answered = false;
    client.on("notification", ({ channel, payload = "" }) => {
      if (channel !== echo) return hear(channel, payload);
      answered = true;
      if (heard) return;
      heard = true;
      begun();
    });
    const check = async () => {
      answered = false;
      await client.query("select pg_notify($1, '')", [echo]);
      timer = setTimeout(() => {
        if (!answered) return lose();
        check().catch(lose);
      }, checkMs);
    };
    try {
      await client.connect();
      for (const channel of [echo, ...channels]) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (!isClosed) await check();
    } catch {
      lose();
    }
  }
  void connect();

  return {
    hears: () => heard,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const client = current;
      current = undefined;
      await Promise.all([ended, client?.end().catch(() => undefined)]);
    },
  };
}
