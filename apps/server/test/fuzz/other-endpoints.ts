import { importBeneficiaries, previewBeneficiaryImport } from "@rokad/contract/beneficiary-import";
import { previewStatement, importStatement } from "@rokad/contract/statement-import";
import { strToU8, zipSync } from "fflate";
import { badText, badValue, hugeValue, stringifyWithRaw } from "./bad-values.ts";
import { badHeaders, badPaths } from "./bad-http.ts";
import type { SeededRandom } from "../../src/kernel/seeded-random.ts";
import { randomOfRequest } from "./random-values.ts";
import type { PlannedRequest, PlanContext } from "./plan-request.ts";
import type { HttpRequest } from "./http-request.ts";

/** The server's endpoints outside the contract. */
export const otherEndpoints = [
  "webhooks",
  "uploads",
  "pages",
  "documents",
  "probes",
  "nowhere",
] as const;
export type OtherEndpoint = (typeof otherEndpoints)[number];

/** Plans the request of this number to an endpoint outside the contract. */
export function planOtherRequest(
  endpoint: OtherEndpoint,
  number: number,
  { seed, people }: PlanContext,
): PlannedRequest {
  const random = randomOfRequest(seed, number);
  const who = random.pick(["anonymous", "operator", "admin"] as const);
  const token = people.tokens[who];
  const plain = plainRequests[endpoint](random);
  const sent = {
    ...plain,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...plain.headers },
  };
  const planned = { ...sent, number, endpoint, kind: "other", who };
  if (random.chance(0.15)) return { ...planned, call: undefined, ...badHeaders(sent, random) };
  return random.chance(0.15) && endpoint !== "uploads"
    ? { ...planned, ...badPaths(sent, random) }
    : planned;
}

const plainRequests: Readonly<
  Record<OtherEndpoint, (random: SeededRandom) => HttpRequest & Pick<PlannedRequest, "call">>
> = {
  webhooks: (random) => ({
    method: random.pick(["POST", "POST", "POST", "GET", "PUT"]),
    path: `/api/v1/webhooks/${random.pick(["sandbox", "razorpayx", "cashfree", "nobody", "%00", "__proto__"])}`,
    headers: {
      "content-type": random.pick(["application/json", "text/plain", "image/png"]),
      "x-razorpay-signature": badHeader(random),
      "x-razorpay-event-id": badHeader(random),
      "x-webhook-signature": badHeader(random),
      "x-webhook-timestamp": random.pick(["0", "NaN", String(Date.now()), "9".repeat(300)]),
    },
    body: random.pick<() => string>([
      () => stringifyWithRaw(badValue(random)),
      () =>
        stringifyWithRaw({
          event: "payout.processed",
          payload: badValue(random),
          data: badValue(random),
        }),
      () => badText(random),
      () => stringifyWithRaw(hugeValue(random)),
      () => "",
    ])(),
  }),
  uploads: (random) => {
    const [call, columns] = random.pick([
      [previewStatement, undefined],
      [importStatement, { date: 0, narration: 1, credit: 2, reference: random.between(0, 60) }],
      [previewBeneficiaryImport, random.pick([undefined, { name: random.between(0, 60) }])],
      [importBeneficiaries, { name: 0, upi_id: 1, tags: random.between(0, 60) }],
    ] as const);
    const content = fileOf(random);
    const file_name = random.pick(["a.csv", "a.xlsx", "\u0000", badText(random)]);
    return {
      method: "POST",
      path: `/api/v1${call.path}`,
      headers: { "content-type": "application/json" },
      body: stringifyWithRaw({ file_name, content, ...(columns && { columns }) }),
      call,
    };
  },
  pages: (random) => ({
    method: random.pick(["GET", "GET", "HEAD", "POST", "OPTIONS"]),
    path: random.pick([
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
      `/${encodeURIComponent(badText(random).toWellFormed())}`,
    ]),
    headers: random.pick<Record<string, string>>([
      {},
      { range: "bytes=0-10" },
      { range: "bytes=999999-" },
      { "if-none-match": "*" },
      { "if-modified-since": "Thu, 01 Jan 2099 00:00:00 GMT" },
      { "accept-encoding": "br" },
      { "accept-encoding": "gzip, zstd" },
    ]),
  }),
  documents: (random) => ({
    method: "GET",
    path: random.pick([
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
      `/api/docs/${encodeURIComponent(badText(random).toWellFormed())}`,
    ]),
    headers: { range: random.pick(["bytes=0-10", "bytes=9-1"]) },
  }),
  probes: (random) => ({
    method: random.pick(["GET", "HEAD", "POST"]),
    path: `${random.pick(["/healthz", "/readyz", "/metrics"])}${random.pick(["", "?a=1", "?__proto__=1", "/"])}`,
    headers: {},
  }),
  nowhere: (random) => ({
    method: random.pick(["GET", "POST", "DELETE", "PATCH", "HEAD"]),
    path: `/api/${random.pick(["v1", "v2", ""])}/${encodeURIComponent(badText(random).toWellFormed())}`,
    headers: {},
    body: undefined,
  }),
};

const badHeader = (random: SeededRandom) =>
  badText(random)
    .replaceAll(/[^\x20-\x7e]/g, "?")
    .slice(0, 300);

/** A broken or very large statement file, in base64 as the console sends it. */
function fileOf(random: SeededRandom): string {
  const file = random.pick<() => string | Uint8Array>([
    () => badText(random),
    () => "Date,Narration,Credit\n".repeat(5_000),
    () => `${",".repeat(70)}\n`.repeat(200),
    () => `Date,Narration,Credit\n${'"'.repeat(20_001)}`,
    () =>
      `Date\tRef\tCr\n01/07/2026\t${badText(random)}\t${random.pick(["1e400", "-1", "=1+1", "₹1,00", "9".repeat(300)])}`,
    () => Uint8Array.from({ length: 2_000 }, () => random.between(0, 255)),
    () => Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(500, 7)]),
    () => zipSync({ "xl/worksheets/sheet1.xml": strToU8("<worksheet><sheetData>".repeat(100)) }),
    () => sheetBomb,
    () => Buffer.from("%PDF-1.7\n%âãÏÓ"),
    () => "<html><table><tr><td>Date</td></tr></table></html>",
    () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...Buffer.alloc(600)]),
  ])();
  return random.chance(0.1)
    ? `data:text/csv;base64,${badText(random)}`
    : Buffer.from(file).toString("base64");
}

/** A file of 64 kB with one cell of 64 MB. */
const sheetBomb = zipSync({
  "xl/workbook.xml": strToU8(
    '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ),
  "xl/worksheets/sheet1.xml": strToU8(
    `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${"a".repeat(64_000_000)}</t></is></c></row></sheetData></worksheet>`,
  ),
});
