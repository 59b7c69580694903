// A statement has exactly the wallet's ledger entries between two midnights in India, and opening
// balance plus movements equals the closing balance.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import { sql } from "kysely";
import { database, transaction } from "../../database/db.ts";
import { useClock } from "../../kernel/clock.ts";
import { today } from "../../kernel/days.ts";
import { createDepositFromCredit } from "../../money-in/deposits/credit-deposit.ts";

let world: PayoutWorld;

beforeAll(async () => {
  world = await openPayoutWorld();
});

afterAll(() => world.close());

const statement = "/reports/statement";
const files = ["export", "tally", "zoho", "pdf"].map((file) => `${statement}/${file}`);
const thisDay = () => ({ from: today(), to: today() });

describe("a statement", () => {
  test("shows a deposit, a payout, a failed one and a returned one, and adds up [14.9]", async () => {
    const payer = await world.payer("₹10,000");
    await payer.pay(impsOrder({ amount: 1000 }));
    await world.settle();
    await payer.pay(
      impsOrder({ amount: 500, account_number: "026291800001190", ifsc_code: "YESB0000262" }),
    );
    await world.settle();
    const { body } = await payer.get(statement, thisDay());
    const amount = (value: { amount: number } | null) => value?.amount ?? null;
    expect(
      body.data.map((line: Record<string, { amount: number } | null>) => [
        line["kind"],
        amount(line["debit"] ?? null),
        amount(line["credit"] ?? null),
        amount(line["balance"] ?? null),
      ]),
    ).toEqual([
      ["deposit", null, 10_000_00, 10_000_00],
      ["payout", 1005_90, null, 8994_10],
      ["payout", 505_90, null, 8488_20],
      ["payout_failed", null, 505_90, 8994_10],
    ]);
    expect(body.summary).toMatchObject({
      opening_balance: { amount: 0 },
      total_credits: { amount: 10_505_90 },
      total_debits: { amount: 1511_80 },
      closing_balance: { amount: await payer.balance() },
      credit_count: 2,
      debit_count: 2,
    });
    expect([body.data[1].particulars, body.data[1].detail]).toEqual([
      "IMPS payout to Asha Rao",
      "HDFC Bank ****6789 · fee ₹5.00 + GST ₹0.90",
    ]);
  });

  test("and every other report needs the feature view_reports [14.2]", async () => {
    const payer = await world.payer(undefined, ["create_payout", "payout_analytics"]);
    for (const path of [statement, ...files]) {
      const { status, body } = await payer.get(path, thisDay());
      expect([status, body.error.code]).toEqual([403, "FEATURE_NOT_ENABLED"]);
    }
    for (const path of ["/reports/gst", "/reports/gst/export"]) {
      const { status, body } = await payer.get(path, { year: "2026" });
      expect([status, body.error.code]).toEqual([403, "FEATURE_NOT_ENABLED"]);
    }
  });

  test.each([
    [{}, { from: "Choose a from date", to: "Choose a to date" }],
    [{ from: "2026-02-30", to: "2026-03-01" }, { from: "This day does not exist" }],
    [{ from: "2026-03-02", to: "2026-03-01" }, { from: "From date cannot be after the to date" }],
    [{ from: "2026-03-01", to: "2999-01-01" }, { to: "To date cannot be in the future" }],
  ])("of %o is rejected with a field message [14.11]", async (query, fields) => {
    const payer = await world.payer();
    for (const path of [statement, ...files]) {
      const { status, body } = await payer.get(path, query);
      expect([status, body.error.fields]).toEqual([400, fields]);
    }
  });

  test("has payouts and deposits on the days of their own pages, because they share the instant", async () => {
    let ticks = 0;
    const restore = useClock(() => new Date(Date.now() + 60_000 + (ticks += 10)));
    try {
      const owner = await world.operator({ wallet: "₹10,000" });
      await owner.pay(impsOrder({ amount: 1000 }));
      const credit = {
        tenantId: owner.id,
        bankAccountId: null,
        amountPaise: 500_00n,
        utr: world.newUtr(),
        adapter: "sandbox",
        receivingAccountId: null,
      };
      await transaction((db) => createDepositFromCredit(db, credit));
      const { rows } = await sql<object>`
        select kind, extract(
          milliseconds from ledger_postings.created_at - coalesce(reviewed_at, payouts.created_at)
        )::int as "apartMs"
        from ledger_postings
        left join payouts on payouts.id = subject_id
        left join deposits on deposits.id = subject_id
        where ledger_postings.tenant_id = ${owner.id} order by kind
      `.execute(database());
      expect(rows).toEqual([
        { kind: "credit", apartMs: 0 },
        { kind: "credit", apartMs: 0 },
        { kind: "hold", apartMs: 0 },
      ]);
    } finally {
      restore();
    }
  });
});
