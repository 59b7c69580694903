// A bank statement approves exactly the deposits that match it, also when it is imported repeatedly,
// and every other line has its reason.
import type { StatementLine } from "@rokad/contract/statement-import";
import type { LineOutcome } from "@rokad/contract/statement-outcomes";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SignedIn } from "../../../test/signed-in.ts";
import {
  csvStatement,
  statementHeader,
  statementsOf,
  type StatementRow,
} from "../../../test/statement-world.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { xlsxFile, type XlsxCell } from "../../../test/xlsx-file.ts";

let world: World;
let boss: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
});
afterAll(() => world.close());

const holder = "SHARMA TRADERS";
const digits = (number: number, length: number) => String(number).padStart(length, "0");

const requestsAtOnce = 20;

/** Creates `count` deposit requests of one tenant, with UTRs from `utrOf`. */
async function requestsOf(count: number, utrOf: (at: number) => string) {
  const tenant = await world.retailer();
  const account = await world.approvedAccount(tenant);
  const { request } = statementsOf(world);
  const requests = Array.from({ length: count }, (_, at) => ({
    utr: utrOf(at),
    rupees: 1000 + at,
  }));
  for (let at = 0; at < count; at += requestsAtOnce) {
    const some = requests.slice(at, at + requestsAtOnce);
    await Promise.all(some.map(({ utr, rupees }) => request(tenant, account, rupees, utr)));
  }
  return { tenant, requests };
}

const day = "21/11/2026";
const credit = (utr: string, rupees: number, narration = `NEFT-${utr}-${holder}`): StatementRow => [
  day,
  narration,
  utr,
  "",
  rupees.toLocaleString("en-IN", { minimumFractionDigits: 2 }),
];

function countsOf(lines: readonly StatementLine[]) {
  const counts: Partial<Record<LineOutcome, number>> = {};
  for (const { outcome } of lines) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

test("credits exactly the 500 matches of 10,000 lines, explains each miss, and a second import changes nothing [17.5]", async () => {
  const statements = statementsOf(world);
  const exact = await requestsOf(500, (at) => `HDFCN26112${digits(at, 7)}`);
  const differing = await requestsOf(20, (at) => `ICICN26112${digits(at, 7)}`);
  const twice = await requestsOf(20, (at) => `UTIBN26112${digits(at, 7)}`);
  // Spaced apart, so that each has its own first digits.
  const mangled = await requestsOf(20, (at) => `4${digits(at + 10, 2)}345678901`);

  const rows: StatementRow[] = [
    ...exact.requests.map(({ utr, rupees }) => credit(utr, rupees)),
    ...differing.requests.map(({ utr, rupees }) => credit(utr, rupees - 0.01)),
    ...twice.requests.flatMap(({ utr, rupees }) => [credit(utr, rupees), credit(utr, rupees)]),
    ...mangled.requests.map(({ utr, rupees }): StatementRow => {
      const cut = Number(utr).toExponential(2).toUpperCase();
      return [day, `IMPS ${holder}`, cut, "", String(rupees)];
    }),
  ];
  // The rest of a busy account: payouts, and credits without a request.
  while (rows.length < 10_000) {
    const at = rows.length;
    const isPayout = at % 2 === 0;
    rows.push(
      isPayout
        ? [day, `IMPS/P2A/PAYOUT ${at}`, `PAYOUT${digits(at, 10)}`, "1,500.00", ""]
        : credit(`SBINN26112${digits(at, 7)}`, 1000 + (at % 500), "NEFT OTHER SENDER"),
    );
  }
  const file = csvStatement(shuffled(rows));

  const begun = performance.now();
  const imported = await statements.import(boss, file);
  const read = performance.now();
  const approved = await statements.approveAll(boss, imported.id);
  const done = performance.now();
  process.stdout.write(
    `10,000 lines imported in ${((read - begun) / 1000).toFixed(2)} s, 500 deposits approved in ${((done - read) / 1000).toFixed(2)} s (${approved.calls} calls)\n`,
  );

  expect(imported).toMatchObject({
    line_count: 10_000,
    seen_count: 0,
    groups: { exact: { count: 500 }, decide: { count: 80 } },
  });
  expect(approved).toMatchObject({ credited: 500, firstApprovals: 0, refused: [] });
  const rupeesOf = ({ requests }: typeof exact) =>
    requests.reduce((sum, { rupees }) => sum + rupees, 0);
  expect(await exact.tenant.balance()).toBe(rupeesOf(exact) * 100);
  for (const { tenant } of [differing, twice, mangled]) expect(await tenant.balance()).toBe(0);

  const lines = await statements.lines(boss, imported.id);
  const rest = 10_000 - 500 - 20 - 40 - 20;
  expect(countsOf(lines)).toEqual({
    credited: 500,
    amount_differs: 20,
    duplicate: 40,
    mangled_candidate: 20,
    debit: rest / 2,
    unknown: rest / 2,
  });
  const reasonOf = (outcome: LineOutcome) => lines.find((line) => line.outcome === outcome)?.reason;
  expect(reasonOf("amount_differs")).toMatch(
    /^The UTR matches, but ₹[\d,]+\.99 arrived and the request is for ₹[\d,]+\.00\.$/,
  );
  expect(reasonOf("duplicate")).toMatch(/is on 2 lines of this file/);
  expect(reasonOf("mangled_candidate")).toMatch(
    /^A spreadsheet has cut the last digits of the UTR “4\.\d+E\+11”/,
  );
  expect(reasonOf("unknown")).toBe("No deposit request has this UTR.");
  expect(reasonOf("credited")).toMatch(/^Approved from this line on .* by Meera Iyer\.$/);
  expect(lines.every(({ reason }) => reason !== "")).toBe(true);
  const candidates = lines.filter(({ outcome }) => outcome === "mangled_candidate");
  expect(candidates.every(({ amount, deposit }) => amount?.amount === deposit?.amount.amount)).toBe(
    true,
  );

  const again = await statements.import(boss, file);
  expect(again).toMatchObject({
    same_file_as: { id: imported.id },
    line_count: 10_000,
    seen_count: lines.filter(({ outcome }) => outcome !== "debit").length,
    groups: { exact: { count: 0 } },
  });
  expect(await statements.approveAll(boss, again.id)).toMatchObject({ credited: 0, refused: [] });
  expect(await exact.tenant.balance()).toBe(rupeesOf(exact) * 100);
  const first = await statements.firstLine(boss, again.id);
  expect(first?.outcome === "debit" || first?.seen_before?.file_name === "statement.csv").toBe(
    true,
  );
  expect(await world.faults()).toEqual([]);
});

test("credits the matches of a workbook, also of UTRs that a spreadsheet stored as numbers", async () => {
  const statements = statementsOf(world);
  const exact = await requestsOf(30, (at) => `AXISN26113${digits(at, 7)}`);
  const zeros = await requestsOf(5, (at) => `0${digits(at + 10, 2)}99887766${at}`);
  const mangled = await requestsOf(5, (at) => `71${digits(at + 10, 2)}4567890123${digits(at, 2)}`);
  const asRow = (utr: XlsxCell, rupees: number): XlsxCell[] => [
    { day: 46_347 },
    `CR ${holder}`,
    utr,
    "",
    rupees,
  ];
  const file = xlsxFile([
    ["Rokad Bank"],
    [...statementHeader],
    ...exact.requests.map(({ utr, rupees }) => asRow(utr, rupees)),
    ...zeros.requests.map(({ utr, rupees }) => asRow(Number(utr), rupees)),
    ...mangled.requests.map(({ utr, rupees }) => asRow(Number(utr), rupees)),
    [{ day: 46_347 }, "NEFT", "AXISN261139999999", "", { formula: "500*2" }],
  ]);
  const imported = await statements.import(boss, file, { name: "statement.xlsx" });
  expect(imported).toMatchObject({
    kind: "xlsx",
    line_count: 41,
    groups: { exact: { count: 35 } },
  });
  expect(await statements.approveAll(boss, imported.id)).toMatchObject({
    credited: 35,
    refused: [],
  });
  const lines = await statements.lines(boss, imported.id);
  expect(countsOf(lines)).toEqual({ credited: 35, mangled_candidate: 5, unreadable: 1 });
  expect(await mangled.tenant.balance()).toBe(0);

  const again = await statements.import(boss, file, { name: "statement.xlsx" });
  expect(again.groups.exact.count).toBe(0);
  expect(await world.faults()).toEqual([]);
});

/** A fixed order that mixes the kinds of lines. */
function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value, at) => ({ value, key: (at * 7919) % 10_007 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
