// The guarantee: Reports, Wallet History, their CSV files and the PDF show one truth for a month, also
// when a payout fails, returns or is refunded in the next one.
import { getStatement } from "@rokad/contract/reports";
import { listWalletHistory } from "@rokad/contract/wallet";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { upiOrder } from "../../../test/forms.ts";
import { readPdf } from "../../../test/read-pdf.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { useClock } from "../../kernel/clock.ts";
import { useProviders } from "../../providers/configured-providers.ts";
import { sandboxProvider } from "../../providers/sandbox/sandbox.ts";

const total = 1005_90;
const months = [
  { from: "2026-03-01", to: "2026-03-31" },
  { from: "2026-04-01", to: "2026-04-30" },
] as const;

let world: World;
let tenant: SignedIn;
let restoreClock: () => void;
let time = Date.parse("2026-03-10T06:00:00Z");

/** In March one is paid and one fails; another is requested in March, and fails in April. */
beforeAll(async () => {
  restoreClock = useClock(() => new Date(time));
  world = await openWorld();
  const bank = sandboxProvider({ settleMs: 2_000 });
  useProviders({ primary: bank, alternative: bank });
  tenant = await world.operator({ wallet: "₹10,000" });
  for (const upi of ["first@okhdfc", "failure@upi"]) {
    await tenant.pay(upiOrder(upi));
    await pass(2_000);
  }
  time = Date.parse("2026-03-31T18:29:00Z");
  tenant = await world.signIn(tenant.mobile);
  time = Date.parse("2026-03-31T18:29:59Z");
  await tenant.pay(upiOrder("failure@upi"));
  await pass(2_000);
  await tenant.pay(upiOrder("second@okhdfc"));
  await pass(2_000);
  time = Date.parse("2026-05-02T06:00:00Z");
  tenant = await world.signIn(tenant.mobile);
});

afterAll(async () => {
  restoreClock();
  await world.close();
});

async function pass(milliseconds: number) {
  await world.work();
  time += milliseconds;
  await world.work();
}

interface Shown {
  readonly credits: number;
  readonly debits: number;
}

const paiseOf = (rupees: string) => Math.round(Number(rupees || 0) * 100);

async function cells(path: string): Promise<Record<string, string>[]> {
  const { body } = await download(path);
  return parse(body, { bom: true, columns: true });
}

const download = (path: string) =>
  world.app.inject({
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${tenant.token}` },
  });

/** What a month is by each of the places that show it. */
async function shownFor({ from, to }: (typeof months)[number]) {
  const { summary: statement } = await tenant.ask(getStatement, { query: { from, to } });
  const { summary: history } = await tenant.ask(listWalletHistory, { query: { from, to } });
  const days = `from=${from}&to=${to}`;
  const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);
  const amounts = (await cells(`/wallet/history/export?${days}`)).map((line) =>
    paiseOf(line["Amount in Totals"] ?? ""),
  );
  const lines = (await cells(`/reports/statement/export?${days}`)).slice(1, -1);
  const pdf = (await readPdf((await download(`/reports/statement/pdf?${days}`)).rawPayload)).join(
    " ",
  );
  return {
    statement: of(statement),
    statementFile: {
      credits: sum(lines.map((line) => paiseOf(line["Credit"] ?? ""))),
      debits: sum(lines.map((line) => paiseOf(line["Debit"] ?? ""))),
    },
    explained: of(statement.wallet_history),
    history: of(history),
    historyFile: {
      credits: sum(amounts.filter((paise) => paise > 0)),
      debits: -sum(amounts.filter((paise) => paise < 0)),
    },
    pdf,
  };
}

function of(figures: {
  readonly total_credits: { readonly amount: number };
  readonly total_debits: { readonly amount: number };
}): Shown {
  return { credits: figures.total_credits.amount, debits: figures.total_debits.amount };
}

test.each([
  [
    months[0],
    { credits: 10_000_00 + total, debits: 3 * total },
    { credits: 10_000_00, debits: total },
  ],
  [months[1], { credits: total, debits: total }, { credits: 0, debits: total }],
])("of $0.from, every place shows the same credits and debits", async (month, ledger, moved) => {
  const shown = await shownFor(month);
  expect([shown.statement, shown.statementFile]).toEqual([ledger, ledger]);
  expect([shown.explained, shown.history, shown.historyFile]).toEqual([moved, moved, moved]);
});

test("the PDF explains its difference to Wallet History to the paisa, and only where there is one", async () => {
  const [march, april] = [await shownFor(months[0]), await shownFor(months[1])];
  expect(march.pdf).toContain(
    "Other than in Wallet History, debits include ₹2,011.80 of failed and cancelled payouts, and credits include ₹1,005.90 of their refunds.",
  );
  expect(april.pdf).toContain("Other than in Wallet History, credits include ₹1,005.90 of their");
  const quiet = await download("/reports/statement/pdf?from=2026-01-01&to=2026-01-31");
  expect((await readPdf(quiet.rawPayload)).join(" ")).not.toContain("Wallet History");
});
