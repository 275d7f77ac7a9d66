import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { reachedWord } from "../content-reach.ts";

const script = `parent.postMessage(${JSON.stringify(reachedWord)}, "*")`;
const html = `<!doctype html><html lang="en"><title>Reached</title><script>${script}</script></html>`;
const policy = `default-src 'none'; script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'; frame-ancestors *`;

/** Answers with the page that says that a content host is reached. It is the same for everybody and knows nothing, so any page may frame it. */
export const sendReachPage = (reply: FastifyReply) =>
  reply
    .headers({ "content-security-policy": policy, "referrer-policy": "no-referrer", "cache-control": "no-store" })
    .type("text/html; charset=utf-8")
    .send(html);
