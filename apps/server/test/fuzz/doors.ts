import { previewStatement, importStatement } from "@rokad/contract/statement-import";
import { strToU8, zipSync } from "fflate";
import { badText, badValue, hugeValue, written } from "./bad-values.ts";
import { badHeaders, badPaths } from "./bad-http.ts";
import { Dice } from "./dice.ts";
import type { Planned, Sent, Setting } from "./requests.ts";

/** What the server answers beside the contract's calls. */
export const doorNames = [
  "webhooks",
  "uploads",
  "pages",
  "documents",
  "probes",
  "nowhere",
] as const;
export type DoorName = (typeof doorNames)[number];

/** Makes the request of this number to one of the doors. */
export function planDoor(door: DoorName, number: number, { seed, people }: Setting): Planned {
  const dice = new Dice(seed, number);
  const who = dice.one(["nobody", "operator", "boss"] as const);
  const token = people.tokens[who];
  const plain = sentTo[door](dice);
  const sent = {
    ...plain,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...plain.headers },
  };
  const planned = { ...sent, number, endpoint: `door ${door}`, kind: "door", who };
  if (dice.chance(0.15)) return { ...planned, call: undefined, ...badHeaders(sent, dice) };
  return dice.chance(0.15) && door !== "uploads"
    ? { ...planned, ...badPaths(sent, dice) }
    : planned;
}

const sentTo: Readonly<Record<DoorName, (dice: Dice) => Sent & Pick<Planned, "call">>> = {
  webhooks: (dice) => ({
    method: dice.one(["POST", "POST", "POST", "GET", "PUT"]),
    path: `/api/v1/webhooks/${dice.one(["sandbox", "razorpayx", "cashfree", "nobody", "%00", "__proto__"])}`,
    headers: {
      "content-type": dice.one(["application/json", "text/plain", "image/png"]),
      "x-razorpay-signature": badHeader(dice),
      "x-razorpay-event-id": badHeader(dice),
      "x-webhook-signature": badHeader(dice),
      "x-webhook-timestamp": dice.one(["0", "NaN", String(Date.now()), "9".repeat(300)]),
    },
    body: dice.one<() => string>([
      () => written(badValue(dice)),
      () => written({ event: "payout.processed", payload: badValue(dice), data: badValue(dice) }),
      () => badText(dice),
      () => written(hugeValue(dice)),
      () => "",
    ])(),
  }),
  uploads: (dice) => {
    const call = dice.one([previewStatement, importStatement]);
    const columns = { date: 0, narration: 1, credit: 2, reference: dice.whole(0, 60) };
    const content = fileOf(dice);
    const file_name = dice.one(["a.csv", "a.xlsx", "\u0000", badText(dice)]);
    return {
      method: "POST",
      path: `/api/v1${call.path}`,
      headers: { "content-type": "application/json" },
      body: written(
        call === importStatement ? { file_name, content, columns } : { file_name, content },
      ),
      call,
    };
  },
  pages: (dice) => ({
    method: dice.one(["GET", "GET", "HEAD", "POST", "OPTIONS"]),
    path: dice.one([
      "/",
      "/index.html",
      "/payouts",
      "/login?next=//evil.example",
      "/assets/",
      "/assets/nothing.js",
      "/assets/..%2f..%2fpackage.json",
      "/..%2f..%2f.env",
      "/.env",
      "/.git/config",
      "/favicon.ico",
      "/boot.js",
      `/${"a".repeat(3_000)}`,
      `/${encodeURIComponent(badText(dice).toWellFormed())}`,
    ]),
    headers: dice.one<Record<string, string>>([
      {},
      { range: "bytes=0-10" },
      { range: "bytes=999999-" },
      { "if-none-match": "*" },
      { "if-modified-since": "Thu, 01 Jan 2099 00:00:00 GMT" },
      { "accept-encoding": "br" },
      { "accept-encoding": "gzip, zstd" },
    ]),
  }),
  documents: (dice) => ({
    method: "GET",
    path: dice.one([
      "/api/v1/openapi.json",
      "/api/docs",
      "/api/docs/",
      "/api/docs/json",
      "/api/docs/yaml",
      "/api/docs/static/index.html",
      "/api/docs/static/swagger-ui.css",
      "/api/docs/static/..%2f..%2fpackage.json",
      "/api/docs/uiConfig",
      "/api/docs/initOAuth",
      `/api/docs/${encodeURIComponent(badText(dice).toWellFormed())}`,
    ]),
    headers: { range: dice.one(["bytes=0-10", "bytes=9-1"]) },
  }),
  probes: (dice) => ({
    method: dice.one(["GET", "HEAD", "POST"]),
    path: `${dice.one(["/healthz", "/readyz", "/metrics"])}${dice.one(["", "?a=1", "?__proto__=1", "/"])}`,
    headers: {},
  }),
  nowhere: (dice) => ({
    method: dice.one(["GET", "POST", "DELETE", "PATCH", "HEAD"]),
    path: `/api/${dice.one(["v1", "v2", ""])}/${encodeURIComponent(badText(dice).toWellFormed())}`,
    headers: {},
    body: undefined,
  }),
};

const badHeader = (dice: Dice) =>
  badText(dice)
    .replaceAll(/[^\x20-\x7e]/g, "?")
    .slice(0, 300);

/** In base64, as the console sends it: what is no statement, and what only becomes large. */
function fileOf(dice: Dice): string {
  const file = dice.one<() => string | Uint8Array>([
    () => badText(dice),
    () => "Date,Narration,Credit\n".repeat(5_000),
    () => `${",".repeat(70)}\n`.repeat(200),
    () => `Date,Narration,Credit\n${'"'.repeat(20_001)}`,
    () =>
      `Date\tRef\tCr\n01/07/2026\t${badText(dice)}\t${dice.one(["1e400", "-1", "=1+1", "₹1,00", "9".repeat(300)])}`,
    () => Uint8Array.from({ length: 2_000 }, () => dice.whole(0, 255)),
    () => Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(500, 7)]),
    () => zipSync({ "xl/worksheets/sheet1.xml": strToU8("<worksheet><sheetData>".repeat(100)) }),
    () => sheetBomb,
    () => Buffer.from("%PDF-1.7\n%âãÏÓ"),
    () => "<html><table><tr><td>Date</td></tr></table></html>",
    () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Buffer.alloc(600)]),
  ])();
  return dice.chance(0.1)
    ? `data:text/csv;base64,${badText(dice)}`
    : Buffer.from(file).toString("base64");
}

/** 64 MB of one cell in 64 kB of file. */
const sheetBomb = zipSync({
  "xl/workbook.xml": strToU8(
    '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ),
  "xl/worksheets/sheet1.xml": strToU8(
    `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${"a".repeat(64_000_000)}</t></is></c></row></sheetData></worksheet>`,
  ),
});
