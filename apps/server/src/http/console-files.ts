import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { consolePage, type PageValues } from "./console-page.ts";
import { sendNotFound } from "./error-responses.ts";

const dist = fileURLToPath(new URL("../../../web/dist", import.meta.url));

/**
 * Serves the built console: its files, and its page at every other address. Browsers cache hashed
 * files for ever.
 * @param directory of the build.
 */
export async function consoleFiles(
  app: FastifyInstance,
  readValues: () => Promise<PageValues>,
  directory = dist,
): Promise<void> {
  if (!existsSync(directory)) {
    app.log.warn("The console is not built. Run `npm start` or `npm run dev`.");
    app.setNotFoundHandler(sendNotFound);
    return;
  }
  const page = consolePage(join(directory, "index.html"), readValues);
  // For "/" @fastify/static reaches the page only if the client accepts compressed files.
  app.get("/", page);
  app.get("/index.html", page);
  await app.register(fastifyStatic, {
    root: directory,
    preCompressed: true,
    index: false,
    cacheControl: false,
    dotfiles: "ignore",
    allowedPath: (path) => isPublic(path),
    setHeaders: (reply, path) => {
      const isHashed = path.includes("/assets/");
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      if (path.endsWith(".svg")) reply.header("content-type", "image/svg+xml; charset=utf-8");
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const isPageRequest = request.method === "GET" || request.method === "HEAD";
    if (!isPageRequest || namesFile(request.url)) return sendNotFound(request, reply);
    return page(request, reply);
  });
}

/** The files that the console loads. A build may also leave source maps, manifests and notes. */
function isPublic(path: string): boolean {
  return path === "/icon.svg" || /^\/assets\/(?!.*\.map$)/.test(path);
}

/** No page has an address with a dot, so the missing file is not answered with a page. */
function namesFile(url: string): boolean {
  return /\.|%2e|^\/assets\//i.test(url.split("?", 1)[0] ?? "");
}
