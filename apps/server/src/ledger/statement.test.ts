// The guarantee: for any period of any history, opening + credits − debits = closing, and all four
// equal a replay of the ledger.
import { todayInIndia } from "@rokad/contract/fields";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { charges, passRequest, returnSome, setSomeAside } from "../../test/ledger-steps.ts";
import { cloneDatabase } from "../../test/clone-database.ts";
import { useClock } from "../kernel/clock.ts";
import { closeDatabase, database, openDatabase, transaction } from "../database/db.ts";
import { newId } from "../kernel/ids.ts";
import { insertShop } from "../../test/insert-shop.ts";
import { sumChargesByMonth } from "./monthly-charges.ts";
import * as ledger from "./ledger.ts";
import {
  streamStatementLines,
  readStatementTotals,
  readStatementLines,
  findEntryRange,
  type StatementEntry,
} from "./statement.ts";

let drop: () => Promise<void>;
let mobiles = 9_200_000_000;
let time = 0;
let restoreClock: () => void;

beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  openDatabase(clone.url, { connections: 10 });
  restoreClock = useClock(() => new Date(time));
});

afterAll(async () => {
  restoreClock();
  await closeDatabase();
  await drop();
});

interface Move {
  readonly at: number;
  readonly paise: bigint;
}

/** Creates a wallet with a history, and returns the expected changes of its balance. */
async function walletWith(steps: readonly Step[], start: number) {
  const walletId = newId();
  await transaction(async (db) => {
    await insertShop(db, { id: walletId, mobile: String(mobiles++), at: new Date(start) });
    await ledger.open(db, [walletId]);
  });
  const moves: Move[] = [];
  const open: ledger.Charge[] = [];
  const paid: ledger.Charge[] = [];
  let charged = 0n;
  time = start;
  for (const { kind, paise, waitMs } of steps) {
    time += waitMs;
    await transaction(async (db) => {
      if (kind === "credit") {
        await ledger.credit(db, [{ walletId, depositId: newId(), amountPaise: paise }]);
        moves.push({ at: time, paise });
      } else if (kind === "hold") {
        const charge = { walletId, payoutId: newId(), amountPaise: paise, ...charges };
        const [isHeld] = await ledger.hold(db, [charge]);
        if (!isHeld) return;
        open.push(charge);
        moves.push({ at: time, paise: -ledger.totalOf(charge) });
      } else if (kind === "aside" || kind === "request") {
        const changes = await (kind === "aside" ? setSomeAside : passRequest)(db, walletId, paise);
        moves.push(...changes.map((change) => ({ at: time, paise: change })));
      } else if (kind === "part") {
        // Of a paid payout, which can be returned once more in this history.
        if (paid.length === 0) return;
        moves.push({ at: time, paise: await returnSome(db, walletId) });
        charged -= 590n;
      } else {
        const charge = (kind === "reverse" ? paid : open).shift();
        if (!charge) return;
        await ledger[kind](db, [charge]);
        if (kind === "settle") paid.push(charge);
        else moves.push({ at: time, paise: ledger.totalOf(charge) });
        if (kind !== "release") charged += kind === "settle" ? 590n : -590n;
      }
    });
  }
  return { walletId, moves, charged };
}

const kinds = ["credit", "hold", "settle", "release", "reverse", "part", "aside"] as const;
interface Step {
  readonly kind: (typeof kinds)[number] | "request";
  readonly paise: bigint;
  readonly waitMs: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("credit", "hold", "request", ...kinds),
  paise: fc.bigInt({ min: 1n, max: 5_00_000_00n }),
  // Entries at one instant, at neighbouring instants, and days apart.
  waitMs: fc.oneof(fc.constant(0), fc.constant(1), fc.integer({ min: 2, max: 40 * 3_600_000 })),
});

const sum = (moves: readonly Move[]) => moves.reduce((total, { paise }) => total + paise, 0n);
const start = Date.parse("2026-01-31T12:00:00Z");
const day = 24 * 3_600_000;

async function statementOf(walletId: string, from: number, before: number) {
  const range = await findEntryRange(database(), walletId, new Date(from), new Date(before));
  const lines: StatementEntry[] = [];
  for await (const some of streamStatementLines(database(), range, 3)) lines.push(...some);
  // One query: the daily totals match the balances, so the entries are not summed.
  let queries = 0;
  const totals = await readStatementTotals(
    countQueries(() => (queries += 1)),
    range,
  );
  if (!clocksDiffer) expect(queries).toBe(1);
  return { totals, lines, range };
}

let clocksDiffer = false;

function countQueries(count: () => void) {
  return database().withPlugin({
    transformQuery({ node }) {
      count();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
}

test("opening + credits − debits = closing for every period of random histories, as in a replay [14.7, 14.8]", async () => {
  const history = fc.array(step, { maxLength: 25 });
  const cuts = fc.array(fc.integer({ min: -1, max: 1000 }), { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(history, cuts, async (steps, shares) => {
      const { walletId, moves } = await walletWith(steps, start);
      const end = time + 1;
      // Boundaries at random instants, and exactly on entries.
      const boundaries = shares
        .map((share, at) =>
          at % 2 === 0
            ? start + Math.round(((end - start) * share) / 999)
            : (moves[share % Math.max(moves.length, 1)]?.at ?? end),
        )
        .toSorted((a, b) => a - b);
      let closing: bigint | undefined;
      for (const [at, from] of boundaries.entries()) {
        const before = boundaries[at + 1];
        if (before === undefined) break;
        const { totals, lines } = await statementOf(walletId, from, before);
        const inPeriod = moves.filter((move) => move.at >= from && move.at < before);
        expect(totals).toEqual({
          openingPaise: sum(moves.filter((move) => move.at < from)),
          creditsPaise: sum(inPeriod.filter(({ paise }) => paise > 0n)),
          debitsPaise: -sum(inPeriod.filter(({ paise }) => paise < 0n)),
          closingPaise: sum(moves.filter((move) => move.at < before)),
          creditCount: BigInt(inPeriod.filter(({ paise }) => paise > 0n).length),
          debitCount: BigInt(inPeriod.filter(({ paise }) => paise < 0n).length),
        });
        if (closing !== undefined) expect(totals.openingPaise).toBe(closing);
        closing = totals.closingPaise;
        expect(lines.map((line) => ({ at: line.at.getTime(), paise: line.paise }))).toEqual(
          inPeriod,
        );
        let running = totals.openingPaise;
        for (const line of lines) expect(line.balancePaise).toBe((running += line.paise));
      }
    }),
    { numRuns: 60 },
  );
});

test("adjacent periods have every line once and add up, even if two servers' clocks differ [14.8]", async () => {
  const steps = Array.from({ length: 40 }, (_, at) => ({
    kind: "credit" as const,
    paise: BigInt(at + 1),
    waitMs: at % 3 === 2 ? -7 : 5,
  }));
  clocksDiffer = true;
  const { walletId, moves } = await walletWith(steps, start);
  const cuts = [start - 1, start + 30, start + 31, start + 60, start + 10_000];
  const lines: StatementEntry[] = [];
  for (const [at, from] of cuts.slice(0, -1).entries()) {
    lines.push(...(await statementOf(walletId, from, cuts[at + 1] ?? 0)).lines);
  }
  clocksDiffer = false;
  expect(lines.map(({ paise }) => paise)).toEqual(moves.map(({ paise }) => paise));
});

test("a statement of a past period does not change when entries are added [14.8]", async () => {
  const steps: Step[] = Array.from({ length: 9 }, () => ({
    kind: "credit",
    paise: 100n,
    waitMs: 10,
  }));
  const { walletId } = await walletWith(steps, start);
  const before = await statementOf(walletId, start, start + 55);
  time += 1_000;
  await transaction((db) =>
    ledger.credit(
      db,
      Array.from({ length: 70 }, () => ({ walletId, depositId: newId(), amountPaise: 1n })),
    ),
  );
  expect(await statementOf(walletId, start, start + 55)).toEqual(before);
});

test("a page has the same lines as the whole statement", async () => {
  const steps: Step[] = Array.from({ length: 7 }, (_, at) => ({
    kind: "credit",
    paise: BigInt(at + 1),
    waitMs: 1,
  }));
  const { walletId } = await walletWith(steps, start);
  const { range, lines } = await statementOf(walletId, start, time + 1);
  expect(await readStatementLines(database(), range, { limit: 3, skip: 3 })).toEqual(
    lines.slice(3, 6),
  );
});

test("every page of random histories of many days has the same lines as the whole", async () => {
  const share = fc.integer({ min: 0, max: 99 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40 }),
      fc.tuple(share, share),
      async (steps, [a, b]) => {
        const { walletId } = await walletWith(steps, start);
        const from = start + Math.round(((time - start) * a) / 200);
        const { lines, range } = await statementOf(walletId, from, time + 1);
        const skip = Math.floor((lines.length * b) / 100);
        expect(await readStatementLines(database(), range, { limit: 5, skip })).toEqual(
          lines.slice(skip, skip + 5),
        );
      },
    ),
    { numRuns: 30 },
  );
});

test("totals and pages match the entries, even if two servers' clocks differ around midnight", async () => {
  // Starts 1 s before midnight in India; every third entry is dated back, over midnight again.
  const steps = Array.from({ length: 30 }, (_, at) => ({
    kind: at % 4 === 1 ? ("hold" as const) : ("credit" as const),
    paise: BigInt(1_000_00 + at),
    waitMs: at % 3 === 2 ? -900 : 500,
  }));
  clocksDiffer = true;
  const { walletId, moves } = await walletWith(steps, Date.parse("2026-02-01T18:29:59Z"));
  const { totals, lines, range } = await statementOf(walletId, start, time + day);
  clocksDiffer = false;
  const credits = moves.filter(({ paise }) => paise > 0n);
  expect(totals).toMatchObject({ creditsPaise: sum(credits), closingPaise: sum(moves) });
  for (const skip of lines.keys()) {
    expect(await readStatementLines(database(), range, { limit: 3, skip })).toEqual(
      lines.slice(skip, skip + 3),
    );
  }
});

test("uses the entries if a daily total is wrong", async () => {
  const steps: Step[] = Array.from({ length: 9 }, () => ({
    kind: "credit",
    paise: 100n,
    waitMs: day,
  }));
  const { walletId } = await walletWith(steps, start);
  const range = await findEntryRange(database(), walletId, new Date(start), new Date(time + 1));
  const before = await readStatementTotals(database(), range);
  await sql`
    update ledger_days set total_paise = total_paise + 7 where wallet_id = ${walletId}
  `.execute(database());
  expect(await readStatementTotals(database(), range)).toEqual(before);
  expect(before).toMatchObject({ creditsPaise: 900n, creditCount: 9n, closingPaise: 900n });
});

test("monthly fees and GST of random histories equal what the ledger earned on the wallet [14.17]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const funded: Step[] = [{ kind: "credit", paise: 50_00_000_00n, waitMs: 0 }, ...steps];
      const { walletId, charged } = await walletWith(funded, start);
      const period = { from: todayInIndia(new Date(start)), to: todayInIndia(new Date(time)) };
      const months = await sumChargesByMonth(database(), walletId, period);
      const fees = months.reduce((all, one) => all + one.feesPaise + one.feesReturnedPaise, 0n);
      const gst = months.reduce((all, one) => all + one.gstPaise + one.gstReturnedPaise, 0n);
      expect(fees + gst).toBe(charged);
      expect(fees * 90n).toBe(gst * 500n);
    }),
    { numRuns: 30 },
  );
});
