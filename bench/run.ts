// `npm run bench`: runs every benchmark next to its reference. Names select benchmarks; `--write`
// writes the table and the plot to docs/performance.md; `--short` only shows that `api` works.
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { benchApi } from "./api.ts";
import { benchApprovals } from "./approvals.ts";
import { benchBacklog } from "./backlog.ts";
import { benchBatches } from "./batches.ts";
import { benchExports } from "./exports.ts";
import { benchFloat } from "./float.ts";
import { benchFootprint } from "./footprint.ts";
import { benchGrid } from "./grid.ts";
import { benchHistories } from "./histories.ts";
import { benchPayoutBytes } from "./payout-bytes.ts";
import { benchPayouts } from "./payouts.ts";
import { jsonOf, plotOf, tableOf } from "./report.ts";
import { benchRolling } from "./rolling.ts";
import { isMet, type Row } from "./row.ts";
import { benchSettle } from "./settle.ts";
import type { Size } from "./size.ts";
import { benchStart } from "./start.ts";
import { benchStress } from "./stress.ts";

const benches: Readonly<Record<string, (size: Size) => Promise<readonly Row[]>>> = {
  payouts: benchPayouts,
  bytes: benchPayoutBytes,
  settle: benchSettle,
  approvals: benchApprovals,
  backlog: benchBacklog,
  batches: benchBatches,
  grid: benchGrid,
  rolling: benchRolling,
  stress: benchStress,
  start: benchStart,
  footprint: benchFootprint,
  float: benchFloat,
  api: benchApi,
  histories: benchHistories,
  exports: benchExports,
};

const docs = join(import.meta.dirname, "../docs");
const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith("--"));
const chosen = names.length > 0 ? names : Object.keys(benches);
const unknown = chosen.filter((name) => !benches[name]);
if (unknown.length > 0) {
  throw new Error(
    `Unknown benchmark ${unknown.join(", ")}. Use: ${Object.keys(benches).join(", ")}`,
  );
}

const isShort = args.includes("--short");
if (isShort && args.includes("--write")) throw new Error("The figures of a short run say nothing");

const machine = describeMachine();
console.log(machine);
const rows: Row[] = [];
for (const name of chosen) {
  console.log(`\n── ${name}`);
  rows.push(...((await benches[name]?.({ isShort })) ?? []));
}
console.log(`\n${tableOf(rows)}\n`);
if (args.includes("--write")) await writeReport();
if (!rows.every(isMet)) process.exitCode = 1;
console.log(jsonOf(rows));

function describeMachine(): string {
  const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).trim();
  const changed = git("status", "--porcelain", "--untracked-files=no") === "" ? "" : ", changed";
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return (
    `${cpus().length} × ${cpus()[0]?.model}, ${gibibytes} GiB, Node ${process.version}, ` +
    `fsync on, commit ${git("rev-parse", "--short", "HEAD")}${changed}`
  );
}

/** Replaces the part of docs/performance.md between the two markers, and the plot. */
async function writeReport(): Promise<void> {
  const page = join(docs, "performance.md");
  const markers = ["<!-- bench -->", "<!-- /bench -->"] as const;
  const text = await readFile(page, "utf8");
  const [start, end] = [text.indexOf(markers[0]), text.indexOf(markers[1])];
  if (start < 0 || end < start) throw new Error(`${page} has no markers for the table`);
  const report = [
    markers[0],
    `\n${machine}\n`,
    "![Each measurement against its goal](performance.svg)\n",
    `${tableOf(rows)}\n`,
  ].join("\n");
  await writeFile(page, text.slice(0, start) + report + text.slice(end));
  await writeFile(join(docs, "performance.svg"), plotOf(rows));
}
