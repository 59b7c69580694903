// The guarantee: changed branding is in pages, documents and texts at once, never runs as a script, and
// an unreadable value blocks nobody.
import { brotliDecompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openSettingsWorld, type SettingsWorld } from "../../../test/settings-world.ts";
import { now } from "../../kernel/clock.ts";
import { consolePage } from "../../http/console-page.ts";
import { readChangedBranding } from "./read-branding.ts";
import { database } from "../../database/db.ts";
import Fastify, { type FastifyInstance } from "fastify";

let world: SettingsWorld;
let pages: FastifyInstance;
const template = new URL("../../../../web/index.html", import.meta.url).pathname;

beforeAll(async () => {
  world = await openSettingsWorld();
  pages = Fastify();
  pages.get("/", consolePage(template, readChangedBranding));
});
afterEach(() => world.resetSettings());
afterAll(async () => {
  await pages.close();
  await world.close();
});

const page = (headers: Record<string, string> = {}) => pages.inject({ url: "/", headers });

test("the first page has the name before any script runs, and no data without changes", async () => {
  const { body, headers } = await page();
  expect(body).toContain("<title>Rokad</title>");
  expect(body).not.toContain("{{");
  expect(body).not.toContain('id="branding"');
  expect(headers["cache-control"]).toBe("no-cache");
  const again = await page({ "if-none-match": String(headers["etag"]) });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("a changed name is in the next page as text and data, never as markup [15.11]", async () => {
  const name = '</script><b>"&Rs';
  expect((await world.save("product_name", "Rokad", name)).status).toBe(200);
  const { body } = await page();
  expect(body).toContain("<title>&lt;/script&gt;&lt;b&gt;&quot;&amp;Rs</title>");
  expect(body).not.toContain("</script><b>");
  const data = /<script type="application\/json" id="branding">(.*?)<\/script>/.exec(body)?.[1];
  expect(JSON.parse(data ?? "")).toEqual({ product: name });
});

test("the page is compressed for browsers that accept it", async () => {
  const { rawPayload, headers } = await page({ "accept-encoding": "gzip, br" });
  expect([headers["content-encoding"], headers["vary"]]).toEqual(["br", "accept-encoding"]);
  expect(brotliDecompressSync(rawPayload).toString()).toContain("<title>Rokad</title>");
  const plain = await page({ "accept-encoding": "br;q=0, identity" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
});

test("a changed name is in the next sign-in text [15.11]", async () => {
  await world.save("product_name", "Rokad", "Khata Pay");
  const { mobile } = await world.retailer();
  const { body } = await world.anyone.get("/sandbox/messages", { mobile });
  expect(body.data[0]?.text).toContain("is your Khata Pay sign-in code");
});

test("an unreadable name falls back to the file's, and System Settings show the problem", async () => {
  const stored = { key: "product_name", value: "[1]", updated_at: now() };
  await database().insertInto("settings").values(stored).execute();
  expect((await page()).body).toContain("<title>Rokad</title>");
  expect((await world.settingOf("product_name")).problem).toBe("Enter 2 to 30 characters");
});
