import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { consolePage } from "./console-page.ts";
import { noSuchCall } from "./http-errors.ts";

const dist = fileURLToPath(new URL("../../web/dist", import.meta.url));

/** Serves the built console: hashed files for ever, every other address as its first page. */
export async function consoleFiles(app: FastifyInstance): Promise<void> {
  if (!existsSync(dist)) {
    app.log.warn("The console is not built: `npm start` builds it, `npm run dev` serves it");
    app.setNotFoundHandler(noSuchCall);
    return;
  }
  const page = consolePage(join(dist, "index.html"));
  app.get("/index.html", page);
  await app.register(fastifyStatic, {
    root: dist,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes("/assets/");
      reply.header("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === "GET" || request.method === "HEAD";
    if (!wantsPage || request.url.startsWith("/api/") || request.url.startsWith("/assets/")) {
      return noSuchCall(request, reply);
    }
    return page(request, reply);
  });
}
