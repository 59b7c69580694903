// How smoothly a batch of 50,000 rows scrolls in Chromium, on a processor that is slowed four times.
import { once } from "node:events";
import { chromium, type Page } from "@playwright/test";
import { limits } from "@rokad/contract/limits";
import { removeDataDirectory, temporaryDataDirectory } from "../apps/server/test/data-directory.ts";
import { startEmbeddedPostgres } from "../apps/server/src/database/embedded/start-embedded-postgres.ts";
import { storeSession } from "../e2e/journey.ts";
import { Rokad } from "../e2e/rokad.ts";
import { startServer } from "../e2e/start-server.ts";
import { buildWeb } from "../scripts/build-web.ts";
import { findBrowser } from "../scripts/find-browser.ts";
import { median } from "./payout-load.ts";
import type { Row } from "./row.ts";

const rows = Number(process.env.BENCH_GRID_ROWS ?? limits.batchRowsMax);
const slowdown = 4;
/** Longer than two frames at 60 a second: the eye sees a stop. */
const slowFrameMs = 32;
const seconds = 8;

/** Scrolls as a wheel does, and as the scroll bar is dragged from the first row to the last. */
export async function benchGrid(): Promise<Row[]> {
  await buildWeb({ show: false });
  const dataDir = await temporaryDataDirectory("bench-grid");
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { server, origin } = await startServer(postgres.url);
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath !== null && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const rokad = new Rokad(origin, postgres.url, 0);
    const page = await browser.newPage({ baseURL: origin });
    await page.setViewportSize({ width: 1440, height: 900 });
    const { mobile } = await rokad.tenant({ role: "operator", rupees: 1_000 });
    const session = await rokad.session(mobile);
    await storeSession(page, session);
    const previewMs = await previewMsOf(page);
    await openGrid(rokad, page, session.token);
    const wheel = await framesOf(page, "elapsed * 4");
    const drag = await framesOf(page, `elapsed / ${seconds * 1000} * box.scrollHeight`);
    const frames = [...wheel, ...drag];
    const share = shareOf(frames);
    return [
      {
        key: "batch_preview",
        name: `A file of ${rows.toLocaleString("en-IN")} rows chosen until its columns and first row show, not slowed`,
        reference: "1 s",
        measured: `${Math.round(previewMs)} ms`,
        referred: "1,000 ms",
        ratio: previewMs / 1_000,
        goal: { atMost: 1 },
      },
      {
        key: "batch_grid",
        name: `A batch of ${rows.toLocaleString("en-IN")} rows scrolled, processor slowed ${slowdown} times: frames over ${slowFrameMs} ms`,
        reference: "all frames",
        measured: String(frames.filter((ms) => ms > slowFrameMs).length),
        referred: String(frames.length),
        ratio: share,
        goal: { atMost: 0.05 },
        note: `wheel ${percent(shareOf(wheel))}, scroll bar ${percent(shareOf(drag))} over ${slowFrameMs} ms; median frame ${median(frames).toFixed(1)} ms`,
      },
    ];
  } finally {
    await browser.close();
    const gone = once(server, "exit");
    server.kill("SIGKILL");
    await gone;
    await postgres.stop();
    await removeDataDirectory(dataDir);
  }
}

const lines = Array.from(
  { length: rows },
  (_, at) => `Asha Rao,${50_100_000_000_000 + at * 7_919},HDFC0000001,2.00,Invoice ${at}`,
);
const file = Buffer.from(["Name,Account number,IFSC,Amount,Remarks", ...lines].join("\n"));

async function openGrid(rokad: Rokad, page: Page, token: string): Promise<void> {
  const { id } = await rokad.call(token, "POST", "/payout-batches", {
    file_name: "bench.csv",
    content: file.toString("base64"),
    columns: { beneficiary_name: 0, account_number: 1, ifsc_code: 2, amount: 3, remarks: 4 },
  });
  await page.goto(`/dashboard/bulk-payouts/${id}`);
  await page.getByRole("grid").getByText("Asha Rao").first().waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
}

/** The milliseconds between frames while the grid scrolls. @param place the scroll position over time. */
function framesOf(page: Page, place: string): Promise<number[]> {
  // As text, because Node's types, which these files have, know no page.
  return page.evaluate(`new Promise((resolve) => {
    const box = document.querySelector("[role=grid]");
    const frames = [];
    let start, last;
    const step = (now) => {
      start ??= now;
      if (last !== undefined) frames.push(now - last);
      last = now;
      const elapsed = now - start;
      box.scrollTop = ${place};
      if (elapsed < ${seconds * 1000}) requestAnimationFrame(step);
      else resolve(frames);
    };
    requestAnimationFrame(step);
  })`);
}

/**
 * From the choice of the file to what was read of it, on a processor that is not slowed. By the page's
 * clock from its own event: handing the file to the browser takes a second, which no person waits for.
 */
async function previewMsOf(page: Page): Promise<number> {
  await page.goto("/dashboard/bulk-payouts");
  await page.getByRole("button", { name: "New batch" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New batch of payouts" });
  const chooser = dialog.getByLabel("Choose a file");
  await page.evaluate(`addEventListener("change", () => (window.chosenAt = performance.now()), {
    capture: true,
    once: true,
  })`);
  await chooser.setInputFiles({ name: "bench.csv", mimeType: "text/csv", buffer: file });
  await dialog
    .getByRole("button", { name: `Check ${rows.toLocaleString("en-IN")} rows` })
    .waitFor();
  return page.evaluate("performance.now() - window.chosenAt");
}

const shareOf = (frames: readonly number[]) =>
  frames.filter((ms) => ms > slowFrameMs).length / frames.length;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
