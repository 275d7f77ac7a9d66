import type { FastifyReply, FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { answerOf } from "./answer-errors.ts";
import { refused } from "./errors.ts";
import { acceptedLanguage } from "./languages.ts";

const refusal = () => refused(400, "bad_request", "The request could not be read.");

/**
 * Fastify options for requests refused before any hook or handler runs: a broken escape in the address, or bytes that are not HTTP.
 * Both are answered in the form of every other error and reveal nothing about the server's software.
 */
export const answerUnreadable = {
  frameworkErrors(error: { statusCode?: number | undefined }, request: FastifyRequest, reply: FastifyReply): void {
    void reply
      .status(error.statusCode ?? 400)
      .headers({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "x-request-id": request.id,
      })
      .send({ ...answerOf(refusal(), acceptedLanguage(request.headers["accept-language"])), requestId: request.id });
  },

  clientErrorHandler(error: { code?: string | undefined }, socket: Socket): void {
    if (error.code === "ECONNRESET" || socket.destroyed) return;
    const status =
      { ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout", HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large" }[error.code ?? ""] ??
      "400 Bad Request";
    const body = JSON.stringify({ ...answerOf(refusal(), "en"), requestId: randomUUID() });
    if (socket.writable)
      socket.write(
        `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
          `cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n${body}`,
      );
    socket.destroy();
  },
};
