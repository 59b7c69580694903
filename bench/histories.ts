import { addDays } from "@rokad/contract/days";
import { todayInIndia } from "@rokad/contract/fields";
import pg from "pg";
import { benchDashboard } from "./dashboard.ts";
import { openHistoryData, type HistoryData } from "./history-data.ts";
import { openReader, type Reader } from "./http-reader.ts";
import { median, port, startServer } from "./payout-load.ts";
import type { Row } from "./row.ts";

// Enough that a p95 is not told by a handful of answers.
const rounds = 600;
const roundsToWarm = 20;
const rowsOfPage = 20;

/**
 * Histories and the dashboard of a tenant of ten million payouts beside those of one of ten
 * thousand, over HTTP from the real server.
 */
export async function benchHistories(): Promise<Row[]> {
  const data = await openHistoryData();
  try {
    return await measureHistories(data);
  } finally {
    await data.stop();
  }
}

/** @param data histories that are there already */
export async function measureHistories(data: HistoryData): Promise<Row[]> {
  const stop = await startServer(data.url, "api");
  const reader = openReader(port);
  try {
    const rows: Row[] = [];
    for (const history of histories) rows.push(...(await comparePages(history, data, reader)));
    rows.push(await compareWithSelect(data, reader));
    rows.push(await benchDashboard(data, reader));
    return rows;
  } finally {
    reader.close();
    await stop();
  }
}

interface Measured {
  readonly key: string;
  readonly name: string;
  readonly path: string;
  readonly filters: readonly string[];
}

const [from, to] = [-300, -100].map((days) => addDays(todayInIndia(new Date()), days));
const dates = `from=${from}&to=${to}`;

const histories: readonly Measured[] = [
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

const places = ["first", "middle", "last"] as const;
type Place = (typeof places)[number];

/** p95 of the page at each place under each filter, in turns with the small tenant's. */
async function comparePages(
  { key, name, path, filters }: Measured,
  { large, small }: HistoryData,
  reader: Reader,
): Promise<Row[]> {
  const cases = places.flatMap((place) => filters.map((filter) => ({ place, filter })));
  const timed = new Map<string, { large: number[]; small: number[] }>();
  for (const { place, filter } of cases) {
    const pages = {
      large: await pageAt(reader, `${path}?${filter}`, place, large.accessToken),
      small: await pageAt(reader, `${path}?${filter}`, place, small.accessToken),
    };
    const times = { large: [] as number[], small: [] as number[] };
    for (let round = -roundsToWarm; round < rounds; round += 1) {
      const order = round % 2 === 0 ? (["large", "small"] as const) : (["small", "large"] as const);
      for (const size of order) {
        const { accessToken } = size === "large" ? large : small;
        const { ms } = await reader.get(pages[size], accessToken);
        if (round >= 0) times[size].push(ms);
      }
    }
    timed.set(`${place} ${filter}`, times);
  }
  return places.map((place) => {
    const [worst] = filters
      .map((filter) => {
        const times = timed.get(`${place} ${filter}`);
        if (!times) throw new Error("Every case was timed");
        const [at, beside] = [p95(times.large), p95(times.small)];
        console.log(`${name}, ${place}, ${filter || "all"}: ${inMs(at)} beside ${inMs(beside)}`);
        return { filter, at, beside, ratio: at / beside };
      })
      .toSorted((a, b) => b.ratio - a.ratio);
    if (!worst) throw new Error("There is a filter");
    return {
      key: `history_${key}_${place}_page`,
      name: `${name}, ${place} page with totals, p95`,
      reference: "the same with 10 thousand rows",
      measured: inMs(worst.at),
      referred: inMs(worst.beside),
      ratio: worst.ratio,
      goal: { atMost: 1.5 },
      note: `the worst of its filters (${worst.filter || "none"}); ${large.payouts.toLocaleString("en-IN")} payouts`,
    };
  });
}

/** The address of a page, whose number is told by the first one. */
async function pageAt(reader: Reader, path: string, place: Place, token: string): Promise<string> {
  const { body } = await reader.get(`${path}&limit=${rowsOfPage}`, token);
  const { pagination } = JSON.parse(body) as { pagination: { total_pages: number } };
  const last = pagination.total_pages;
  if (last < 3) throw new Error(`${path} has too few pages to measure`);
  const page = { first: 1, middle: Math.ceil(last / 2), last }[place];
  return `${path}&limit=${rowsOfPage}&page=${page}`;
}

interface Key {
  readonly id: string;
  readonly created_at: string;
}

/**
 * p50 of a page over HTTP, with its totals, beside the same rows by their index straight from
 * PostgreSQL: from the first row's own key on, so that nothing has to be skipped.
 */
async function compareWithSelect({ url, large }: HistoryData, reader: Reader): Promise<Row> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [pages, selects]: [number[], number[]] = [[], []];
  for (const place of places) {
    const path = await pageAt(reader, "/payouts?", place, large.accessToken);
    const { body } = await reader.get(path, large.accessToken);
    const { data } = JSON.parse(body) as { data: Key[] };
    const [first] = data;
    if (!first) throw new Error("The page has rows");
    const { rows } = await client.query<{ at: string }>(
      "select created_at::text as at from payouts where id = $1",
      [first.id],
    );
    const values = [large.id, rows[0]?.at, first.id];
    for (let round = -roundsToWarm; round < rounds; round += 1) {
      const { ms: page } = await reader.get(path, large.accessToken);
      const startedAt = performance.now();
      const selected = await client.query<Key>(select, values);
      const alone = performance.now() - startedAt;
      if (selected.rows.some(({ id }, at) => id !== data[at]?.id))
        throw new Error("The select has other rows than the page");
      if (round < 0) continue;
      pages.push(page);
      selects.push(alone);
    }
  }
  await client.end();
  const [page, alone] = [median(pages), median(selects)];
  return {
    key: "history_page_beside_select",
    name: "Payout history page over HTTP at 10 million rows, p50",
    reference: "an indexed select of the same 20 rows",
    measured: inMs(page),
    referred: inMs(alone),
    ratio: page / alone,
    goal: { atMost: 3 },
    note: "first, middle and last page; the select is not prepared and reads what the page shows, without totals",
  };
}

const select = `
  select id, created_at, method, destination_sealed, destination_end, amount_paise, fee_paise,
    gst_paise, status, beneficiary_name, bank_name, ifsc_code, reference_id, utr_number,
    failure_reason
  from payouts
  where person_id = $1 and (created_at, id) <= ($2, $3)
  order by created_at desc, id desc
  limit ${rowsOfPage}
`;

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(2)} ms`;
}
