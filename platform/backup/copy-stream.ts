// COPY over a connection of pg, which knows the messages but has no call for them.
import { once } from "node:events";
import type * as pg from "pg";

/** What pg calls on a statement under way. */
interface Handlers {
  submit(connection: pg.Connection): void;
  handleError(error: Error): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
}

/** The calls of a connection that its types leave out. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/** How many bytes of rows make one piece. */
const pieceBytes = 256 * 1024;

/** Sends `copy … to stdout` and gives what it answers in pieces that end with a row. The connection waits while nobody takes them. */
export async function* copyOut(client: pg.ClientBase, statement: string): AsyncGenerator<Buffer> {
  const ready: Buffer[] = [];
  let rows: Buffer[] = [];
  let bytes = 0;
  let open: pg.Connection | undefined;
  let failed: Error | undefined;
  let isOver = false;
  let wake = () => {};
  const close = () => {
    if (bytes > 0) ready.push(Buffer.concat(rows, bytes));
    rows = [];
    bytes = 0;
  };
  const query: Handlers & { handleCopyData(message: { chunk: Buffer }): void } = {
    submit(connection) {
      open = connection;
      connection.query(statement);
    },
    handleCopyData({ chunk }) {
      // Its memory is used again for the next message.
      rows.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes < pieceBytes) return;
      close();
      if (ready.length > 4) open?.stream.pause();
      wake();
    },
    handleError(error) {
      failed = error;
      isOver = true;
      wake();
    },
    handleCommandComplete: close,
    handleReadyForQuery() {
      isOver = true;
      wake();
    },
  };
  client.query(query);
  try {
    for (;;) {
      const piece = ready.shift();
      if (piece) {
        yield piece;
        continue;
      }
      if (failed) throw failed;
      if (isOver) return;
      const woken = new Promise<void>((done) => (wake = done));
      open?.stream.resume();
      await woken;
    }
  } finally {
    open?.stream.resume();
  }
}

/** Sends `copy … from stdin` and the pieces, as fast as the server takes them. Rejects, with nothing kept, when the pieces or the server fail. */
export async function copyIn(client: pg.ClientBase, statement: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  let failed: Error | undefined;
  let done = () => {};
  const ended = new Promise<void>((resolve) => (done = resolve));
  const send = async (connection: CopyConnection) => {
    try {
      for await (const piece of pieces) {
        if (failed) return;
        connection.sendCopyFromChunk(piece);
        if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, "drain"), ended]);
      }
      if (!failed) connection.endCopyFrom();
    } catch (error) {
      failed ??= error as Error;
      connection.sendCopyFail("stopped");
    }
  };
  let sent: Promise<void> | undefined;
  const query: Handlers & { handleCopyInResponse(connection: CopyConnection): void } = {
    submit: (connection) => void connection.query(statement),
    handleCopyInResponse(connection) {
      sent = send(connection);
    },
    handleError(error) {
      failed ??= error;
      done();
    },
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => done(),
  };
  client.query(query);
  await ended;
  await sent;
  if (failed) throw failed;
}
