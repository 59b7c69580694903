// The guarantee: a first visit, with nothing in the cache and answers that take their time, fetches
// no more than the budget and moves nothing that is already readable.
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { paths } from "../apps/web/src/paths.ts";
import { enter, expect, test } from "./journey.ts";
import { layoutShifts, watchLayoutShifts } from "./layout-shifts.ts";
import type { Rokad } from "./rokad.ts";
import { arrived, publicScreens, signedInScreens } from "./screens.ts";
import { widths } from "./sound.ts";

/** In bytes after gzip; fonts as they are. */
const budgets = {
  signInScript: 130_000,
  insideScript: 180_000,
  style: 12_000,
  fonts: 50_000,
};
const layoutShiftMax = 0.02;
const answerDelayMs = 120;

interface Weighed {
  name: string;
  bytes: number;
}

for (const { device, viewport, tag } of [
  { device: "a phone", viewport: widths[1], tag: [] },
  { device: "a desk", viewport: widths[0], tag: ["@sweep"] },
]) {
  test(
    `a first visit on ${device} is light, and nothing moves when data arrives [3.19]`,
    { tag },
    async ({ page, rokad }) => {
      await page.setViewportSize(viewport);
      await visitEveryScreen(page, rokad);
    },
  );
}

async function visitEveryScreen(page: Page, rokad: Rokad): Promise<void> {
  const { fetched, stop } = await noteFetched(page);
  await watchLayoutShifts(page);
  await page.route("**/api/v1/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, answerDelayMs));
    await route.continue();
  });

  for (const path of publicScreens) {
    await page.goto(path);
    await arrived(page);
    expectLight(
      path,
      await fetched(),
      path === paths.signIn ? budgets.signInScript : budgets.insideScript,
    );
    await expectStill(path, page);
  }

  const { token } = await rokad.session("9000000002");
  const [payout] = await rokad.call(token, "GET", "/payouts?limit=1");
  const [beneficiary] = await rokad.call(token, "GET", "/beneficiaries?limit=1");
  await enter(page, rokad, "9000000002");
  await arrived(page);
  const ids = { payoutId: payout.id, beneficiaryId: beneficiary.id };
  for (const path of signedInScreens(ids)) {
    await fetched();
    await page.goto(path);
    await arrived(page);
    expectLight(path, await fetched(), budgets.insideScript);
    await expectStill(path, page);
  }
  await stop();
}

async function expectStill(path: string, page: Page): Promise<void> {
  const { score, moved } = await layoutShifts(page);
  expect.soft(score, `${path} moved:\n${moved.join("\n")}\n`).toBeLessThan(layoutShiftMax);
}

function expectLight(path: string, files: readonly Weighed[], scriptBytesMax: number): void {
  const ending = (end: string) => files.filter(({ name }) => name.endsWith(end));
  const kinds = [
    { kind: "JavaScript", files: ending(".js"), bytesMax: scriptBytesMax },
    { kind: "CSS", files: ending(".css"), bytesMax: budgets.style },
    { kind: "fonts", files: ending(".woff2"), bytesMax: budgets.fonts },
  ];
  const figures = kinds.map((each) => `${each.kind} ${inKb(sum(each.files))}`).join(", ");
  process.stdout.write(`  ${path}: ${figures}\n`);
  for (const { kind, files: all, bytesMax } of kinds) {
    const largest = all.toSorted((a, b) => b.bytes - a.bytes).slice(0, 8);
    const list = largest.map(({ name, bytes }) => `\n  ${inKb(bytes)} ${name}`).join("");
    const message = `${path} fetches ${inKb(sum(all))} of ${kind}, more than ${inKb(bytesMax)}. The largest:${list}\n`;
    // Nothing at all would be a page that never loaded.
    expect(all.length, `${path} fetches no ${kind}`).toBeGreaterThan(0);
    expect.soft(sum(all), message).toBeLessThanOrEqual(bytesMax);
  }
}

/** Notes every file that a browser with an empty cache gets; asked, it tells those since last time. */
async function noteFetched(
  page: Page,
): Promise<{ fetched: () => Promise<Weighed[]>; stop: () => Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  let files: Promise<Weighed>[] = [];
  page.on("response", (answer) => {
    const name = new URL(answer.url()).pathname;
    if (/\.(js|css|woff2)$/.test(name)) files.push(weigh(name, answer.body()));
  });
  return {
    fetched: async () => {
      // What a page fetches as soon as it has nothing else to do is its weight too.
      await page.evaluate("new Promise((resolve) => requestIdleCallback(() => resolve()))");
      const done = await Promise.all(files);
      files = [];
      return done;
    },
    // The next journey may have its cache.
    stop: () => session.detach(),
  };
}

async function weigh(name: string, body: Promise<Buffer>): Promise<Weighed> {
  const file = await body;
  return { name, bytes: name.endsWith(".woff2") ? file.length : gzipSync(file).length };
}

function sum(files: readonly Weighed[]): number {
  return files.reduce((bytes, file) => bytes + file.bytes, 0);
}

function inKb(bytes: number): string {
  return `${(bytes / 1000).toLocaleString("en-IN", { maximumFractionDigits: 1 })} kB`;
}
