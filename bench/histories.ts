import { addDays } from "@rokad/contract/days";
import { todayInIndia } from "@rokad/contract/fields";
import pg from "pg";
import { beneficiaries } from "./beneficiaries.ts";
import { benchDashboard } from "./dashboard.ts";
import { openHistoryData, type HistoryData } from "./history-data.ts";
import { openReader, type Reader } from "./http-reader.ts";
import { median, p95, port, startServer } from "./payout-load.ts";
import type { Row } from "./row.ts";

// 30 responses are slower than the p95.
const rounds = 600;
const warmUpRounds = 20;
const rowsOfPage = 20;

/**
 * Measures histories and the dashboard over HTTP for a tenant with ten million payouts, next to one
 * with ten thousand.
 */
export async function benchHistories(): Promise<Row[]> {
  const data = await openHistoryData();
  try {
    return await measureHistories(data);
  } finally {
    await data.stop();
  }
}

/** @param data existing histories. */
export async function measureHistories(data: HistoryData): Promise<Row[]> {
  const stop = await startServer(data.url, "api");
  const reader = openReader(port);
  try {
    const rows: Row[] = [];
    for (const history of histories) rows.push(...(await comparePages(history, data, reader)));
    rows.push(await compareSearches(data, reader));
    rows.push(await compareWithSelect(data, reader));
    rows.push(await benchDashboard(data, reader));
    return rows;
  } finally {
    reader.close();
    await stop();
  }
}

interface History {
  readonly key: string;
  readonly name: string;
  readonly path: string;
  readonly filters: readonly string[];
}

const [from, to] = [-300, -100].map((days) => addDays(todayInIndia(new Date()), days));
const dates = `from=${from}&to=${to}`;

const histories: readonly History[] = [
  {
    key: "payouts",
    name: "Payout history",
    path: "/payouts",
    filters: ["", "status=success", "status=failed", dates, `status=failed&${dates}`],
  },
  {
    key: "wallet",
    name: "Wallet history",
    path: "/wallet/history",
    filters: ["", "type=credit", "type=debit", dates, `type=debit&${dates}`],
  },
  {
    key: "deposits",
    name: "Deposit history",
    path: "/wallet/deposit/history",
    filters: ["", "status=completed", "status=failed", dates, `status=completed&${dates}`],
  },
];

const positions = ["first", "middle", "last"] as const;
type Position = (typeof positions)[number];

/** Measures the p95 of each page under each filter, alternating between the two tenants. */
async function comparePages(
  { key, name, path, filters }: History,
  { large, small }: HistoryData,
  reader: Reader,
): Promise<Row[]> {
  const cases = positions.flatMap((position) => filters.map((filter) => ({ position, filter })));
  const timed = new Map<string, { large: number[]; small: number[] }>();
  for (const { position, filter } of cases) {
    const pages = {
      large: await pathOfPage(reader, `${path}?${filter}`, position, large.accessToken),
      small: await pathOfPage(reader, `${path}?${filter}`, position, small.accessToken),
    };
    const times = { large: [] as number[], small: [] as number[] };
    for (let round = -warmUpRounds; round < rounds; round += 1) {
      const order = round % 2 === 0 ? (["large", "small"] as const) : (["small", "large"] as const);
      for (const size of order) {
        const { accessToken } = size === "large" ? large : small;
        const { ms } = await reader.get(pages[size], accessToken);
        if (round >= 0) times[size].push(ms);
      }
    }
    timed.set(`${position} ${filter}`, times);
  }
  return positions.map((position) => {
    const [worst] = filters
      .map((filter) => {
        const times = timed.get(`${position} ${filter}`);
        if (!times) throw new Error("A case has no times");
        const [largeMs, smallMs] = [p95(times.large), p95(times.small)];
        console.log(
          `${name}, ${position}, ${filter || "all"}: ${inMs(largeMs)}, small ${inMs(smallMs)}`,
        );
        return { filter, largeMs, smallMs, ratio: largeMs / smallMs };
      })
      .toSorted((a, b) => b.ratio - a.ratio);
    if (!worst) throw new Error("The history has no filter");
    return {
      key: `history_${key}_${position}_page`,
      name: `${name}, ${position} page with totals, p95`,
      reference: "the same with 10 thousand rows",
      measured: inMs(worst.largeMs),
      referred: inMs(worst.smallMs),
      ratio: worst.ratio,
      goal: { atMost: 1.5 },
      note: `slowest filter: ${worst.filter || "none"}; ${large.payouts.toLocaleString("en-IN")} payouts`,
    };
  });
}

const beneficiary = beneficiaries[0]?.order;
const accountEnd = beneficiary?.method === "imps" ? beneficiary.account_number.slice(-4) : "";

/** Words that all payouts, some and none have, an amount, an account, and all by amount. */
const searches = [
  "search=beneficiary",
  "search=beneficiary%20123",
  "search=beneficiary%20nowhere",
  "search=nowhere",
  "search=1234.56",
  `search=${accountEnd}`,
  "search=beneficiary&status=failed",
  `search=beneficiary&${dates}`,
  "sort=largest",
] as const;

/** Measures the p95 of each search, alternating between the two tenants. */
export async function compareSearches({ large, small }: HistoryData, reader: Reader): Promise<Row> {
  const [worst] = (
    await Array.fromAsync(searches, async (query) => {
      const path = `/payouts/search?${query}&limit=${rowsOfPage}`;
      const times = { large: [] as number[], small: [] as number[] };
      for (let round = -warmUpRounds; round < rounds; round += 1) {
        const order =
          round % 2 === 0 ? (["large", "small"] as const) : (["small", "large"] as const);
        for (const size of order) {
          const { accessToken } = size === "large" ? large : small;
          const { ms } = await reader.get(path, accessToken);
          if (round >= 0) times[size].push(ms);
        }
      }
      const [largeMs, smallMs] = [p95(times.large), p95(times.small)];
      console.log(`Search, ${query}: ${inMs(largeMs)}, small ${inMs(smallMs)}`);
      return { query, largeMs, smallMs, ratio: largeMs / smallMs };
    })
  ).toSorted((a, b) => b.ratio - a.ratio);
  if (!worst) throw new Error("There are no searches");
  return {
    key: "history_search",
    name: "Search of the payout history, p95",
    reference: "the same with 10 thousand rows",
    measured: inMs(worst.largeMs),
    referred: inMs(worst.smallMs),
    ratio: worst.ratio,
    goal: { atMost: 1.5 },
    note: `slowest search: ${worst.query}; ${large.payouts.toLocaleString("en-IN")} payouts`,
  };
}

/** The path of a page; the first page has the number of pages. */
async function pathOfPage(
  reader: Reader,
  path: string,
  position: Position,
  token: string,
): Promise<string> {
  const { body } = await reader.get(`${path}&limit=${rowsOfPage}`, token);
  const { pagination } = JSON.parse(body) as { pagination: { total_pages: number } };
  const last = pagination.total_pages;
  if (last < 3) throw new Error(`${path} has too few pages to measure`);
  const page = { first: 1, middle: Math.ceil(last / 2), last }[position];
  return `${path}&limit=${rowsOfPage}&page=${page}`;
}

interface Key {
  readonly id: string;
  readonly created_at: string;
}

/**
 * Measures the p50 of a page with totals over HTTP, next to an indexed select of the same rows in
 * PostgreSQL. The select starts at the key of the first row, so it skips no rows.
 */
async function compareWithSelect({ url, large }: HistoryData, reader: Reader): Promise<Row> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [pages, selects]: [number[], number[]] = [[], []];
  for (const position of positions) {
    const path = await pathOfPage(reader, "/payouts?", position, large.accessToken);
    const { body } = await reader.get(path, large.accessToken);
    const { data } = JSON.parse(body) as { data: Key[] };
    const [first] = data;
    if (!first) throw new Error("The page has no rows");
    const { rows } = await client.query<{ at: string }>(
      "select created_at::text as at from payouts where id = $1",
      [first.id],
    );
    const values = [large.id, rows[0]?.at, first.id];
    for (let round = -warmUpRounds; round < rounds; round += 1) {
      const { ms: pageMs } = await reader.get(path, large.accessToken);
      const startedAt = performance.now();
      const selected = await client.query<Key>(select, values);
      const selectMs = performance.now() - startedAt;
      if (selected.rows.some(({ id }, at) => id !== data[at]?.id))
        throw new Error("The select and the page have different rows");
      if (round < 0) continue;
      pages.push(pageMs);
      selects.push(selectMs);
    }
  }
  await client.end();
  const [pageMs, selectMs] = [median(pages), median(selects)];
  return {
    key: "history_page_beside_select",
    name: "Payout history page over HTTP at 10 million rows, p50",
    reference: "an indexed select of the same 20 rows",
    measured: inMs(pageMs),
    referred: inMs(selectMs),
    ratio: pageMs / selectMs,
    goal: { atMost: 3 },
    note: "first, middle, and last page; the reference is not prepared and reads the same columns without totals",
  };
}

const select = `
  select id, created_at, method, destination_encrypted, destination_end, amount_paise, fee_paise,
    gst_paise, status, beneficiary_name, bank_name, ifsc_code, reference_id, utr_number,
    failure_reason
  from payouts
  where tenant_id = $1 and (created_at, id) <= ($2, $3)
  order by created_at desc, id desc
  limit ${rowsOfPage}
`;

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(2)} ms`;
}
