// Uploads whose bytes are generated while they are sent, so that they can be endless, slow or broken off.
import { once } from "node:events";
import { request as httpRequest, type ClientRequest } from "node:http";
import type { Answer } from "./http.ts";
import type { Person, World } from "./world.ts";

const boundary = "----stoa-faults-stream";

export interface Sent {
  /** Resolves as soon as the server answers, even before everything was sent. Null when the connection ended without an answer. */
  readonly answer: Promise<Answer | null>;
  /** Bytes of the file passed to the connection so far. */
  bytes(): number;
  readonly request: ClientRequest;
}

/** Where an upload goes. */
export interface Target {
  readonly path: string;
  /** Fields of the form that come before the file. */
  readonly fields: Readonly<Record<string, string>>;
  readonly name: string;
  readonly mediaType: string;
}

const packageOf = (courseId: number): Target => ({
  path: "/educate/scorm/upload",
  fields: { courseID: String(courseId) },
  name: "package.zip",
  mediaType: "application/zip",
});

/** A video for an online course. */
export const videoOf = (courseId: number): Target => ({
  path: `/rest/editor/online/${courseId}/media?use=video`,
  fields: { title: "A long film" },
  name: "film.mp4",
  mediaType: "video/mp4",
});

export interface Streamed {
  readonly courseId: number;
  /** A package by default. */
  readonly to?: Target;
  readonly pieces: AsyncIterable<Buffer> | Iterable<Buffer>;
  /** The file's length in bytes as the request declares it; without it the request declares none. */
  readonly length?: number;
  readonly by?: Person;
}

/** Starts an upload: the fields first, then the file piece by piece, as fast as the server reads, until it answers. */
export function streamUpload(world: World, { courseId, to = packageOf(courseId), pieces, length, by = world.author }: Streamed): Sent {
  const { stoa } = world;
  const head = Buffer.from(
    Object.entries(to.fields)
      .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join("") +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${to.name}"\r\nContent-Type: ${to.mediaType}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const request = httpRequest({
    host: "127.0.0.1",
    port: stoa.port,
    method: "POST",
    path: to.path,
    agent: false,
    headers: {
      ...by.headers,
      host: `localhost:${stoa.port}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      ...(length === undefined ? { "transfer-encoding": "chunked" } : { "content-length": String(head.length + length + tail.length) }),
    },
  });
  let bytes = 0;
  let answered = false;
  const answer = new Promise<Answer | null>((done) => {
    request.on("error", () => done(null));
    request.once("close", () => done(null));
    request.once("response", (incoming) => {
      answered = true;
      let body = "";
      incoming.on("data", (piece: Buffer) => (body += piece.toString()));
      incoming.once("end", () => done({ status: incoming.statusCode ?? 0, body, retryAfter: null }));
      incoming.once("error", () => done(null));
    });
  });
  const over = () => answered || request.destroyed;
  void (async () => {
    request.write(head);
    for await (const piece of pieces) {
      if (over()) return;
      bytes += piece.length;
      if (!request.write(piece)) await Promise.race([once(request, "drain").catch(() => undefined), answer]);
    }
    if (!over()) request.end(tail);
  })();
  return { answer, bytes: () => bytes, request };
}

/** The sentence for the person in an answer of any form. */
export function sentenceOf(answer: Answer | null): string {
  if (!answer) return "no answer";
  const { message, Message } = JSON.parse(answer.body) as { message?: string; Message?: string };
  return `${answer.status} ${message ?? Message ?? ""}`;
}

/** Repeats one piece of zeros up to `total` bytes. `each` is called before every piece with the bytes so far. */
export async function* zeros(total: number, size = 1024 ** 2, each: (sent: number) => Promise<void> | void = () => undefined) {
  const piece = Buffer.alloc(size);
  for (let sent = 0; sent < total; sent += size) {
    await each(sent);
    yield total - sent < size ? piece.subarray(0, total - sent) : piece;
  }
}

/** Splits a buffer into `count` pieces. */
export async function* slices(data: Buffer, count: number, each: (nth: number) => Promise<void> | void = () => undefined) {
  for (let nth = 0; nth < count; nth++) {
    await each(nth);
    yield data.subarray(Math.floor((nth * data.length) / count), Math.floor(((nth + 1) * data.length) / count));
  }
}
