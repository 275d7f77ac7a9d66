import { readFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { isLogin, type ServerDeps } from "./server.ts";

export interface DevPage {
  readonly page: NonNullable<ServerDeps["page"]>;
  /** Lets vite answer requests for browser sources before the app does. */
  attach(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** Vite's development server inside ours, for `npm run dev`: serves browser sources from disk and shows changes at once. */
export async function openDevPage(): Promise<DevPage> {
  const { createServer } = await import("vite");
  const root = fileURLToPath(new URL("../", import.meta.url));
  // The WebSocket for changes gets its own port, because the app's server does not exist yet.
  const socketServer = createHttpServer();
  await new Promise<void>((done) => socketServer.listen(0, "127.0.0.1", () => done()));
  const { port } = socketServer.address() as { port: number };
  const vite = await createServer({
    root,
    // The other loaders write a file into node_modules, which would restart the server that watches it.
    configLoader: "native",
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: socketServer, clientPort: port } },
  });
  return {
    page: {
      development: true,
      html: async (url) => vite.transformIndexHtml(url, await readFile(`${root}${isLogin(url) ? "login" : "index"}.html`, "utf8")),
    },
    attach(app) {
      app.addHook("onRequest", (request, reply, done) => {
        const { url } = request.raw;
        vite.middlewares(request.raw, reply.raw, () => {
          // Vite removes the base from the address even of requests that it leaves to us.
          request.raw.url = url;
          done();
        });
      });
    },
    async close() {
      await vite.close();
      socketServer.close();
    },
  };
}
