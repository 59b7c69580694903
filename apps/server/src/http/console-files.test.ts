// The guarantee: every client gets the console, also one that accepts no compressed answer.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { consoleFiles } from "./console-files.ts";
import { handleErrors } from "./error-responses.ts";

const script = `console.log("${"rokad ".repeat(50)}")`;

/** What a build leaves beside the files that the console needs. */
const privateFiles = [
  ".built-from",
  ".vite/manifest.json",
  "manifest.json",
  "stats.html",
  "assets/app-1a2b.js.map",
  "assets/.hidden",
];

let directory: string;
let app: FastifyInstance;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "rokad-console-"));
  await mkdir(join(directory, "assets"));
  await writeFile(join(directory, "index.html"), "<head></head><title>{{product}}</title>");
  const file = join(directory, "assets/app-1a2b.js");
  await writeFile(file, script);
  await writeFile(`${file}.br`, brotliCompressSync(script));
  await writeFile(`${file}.gz`, gzipSync(script));
  for (const name of privateFiles) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), "private");
  }
  await writeFile(join(directory, "icon.svg"), "<svg/>");
  app = Fastify();
  handleErrors(app);
  await consoleFiles(app, async () => ({}), directory);
});

afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const encodings = [undefined, "identity", "gzip", "br, gzip;q=0.8", "identity;q=1, *;q=0"];
const addresses = ["/", "/?from=mail", "/index.html", "/payouts", "/payouts/", "/payouts/42"];

test.for(encodings)("accept-encoding %s: every page address answers the page", async (accepted) => {
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  for (const url of addresses) {
    const page = await app.inject({ url, headers });
    expect([url, page.statusCode, page.headers["content-type"]]).toEqual([
      url,
      200,
      "text/html; charset=utf-8",
    ]);
    const head = await app.inject({ method: "HEAD", url, headers });
    expect([url, head.statusCode]).toEqual([url, 200]);
    expect(head.headers["content-length"]).toBe(page.headers["content-length"]);
    if (page.headers["content-encoding"] === undefined)
      expect(page.body).toContain("<title>Rokad</title>");
  }
});

test.for(encodings)("accept-encoding %s: a built file is sent as accepted", async (accepted) => {
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  const expected = accepted?.startsWith("br") ? "br" : accepted === "gzip" ? "gzip" : undefined;
  for (const method of ["GET", "HEAD"] as const) {
    const file = await app.inject({ method, url: "/assets/app-1a2b.js", headers });
    expect([file.statusCode, file.headers["content-encoding"]]).toEqual([200, expected]);
    expect(file.headers["content-type"]).toContain("javascript");
    if (expected === undefined && method === "GET") expect(file.body).toBe(script);
  }
});

test.for(privateFiles)("%s of the build is not public", async (name) => {
  for (const path of [name, name.replaceAll(".", "%2e"), name.replaceAll("m", "%6d")]) {
    const answer = await app.inject({ url: `/${path}` });
    expect([path, answer.statusCode]).toEqual([path, 404]);
    expect(answer.body).not.toContain("private");
  }
});

test("the files of the console are public", async () => {
  const icon = await app.inject({ url: "/icon.svg" });
  expect(icon.statusCode).toBe(200);
  expect(icon.headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
});

test("a missing file is an error, not the page", async () => {
  for (const url of [
    "/assets/",
    "/assets/none.js",
    "/%61ssets/none.js",
    "/wp-login.php",
    "/.env",
  ]) {
    for (const headers of [{}, { "accept-encoding": "gzip" }])
      expect((await app.inject({ url, headers })).statusCode).toBe(404);
  }
});
