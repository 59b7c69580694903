// The guarantee: an adjustment of the bank or of a provider names the account that it books on; that
// account's balance changes and no other, and the verification compares each entry with its name.
import { getAdjustment, getAdjustmentTarget, listAdjustments } from "@rokad/contract/adjustments";
import type { AdjustmentForm } from "@rokad/contract/adjustment-form";
import { getTrialBalance } from "@rokad/contract/books";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adjusting, letter } from "../../../test/adjustment-world.ts";
import { openFloatWorld } from "../../../test/float-world.ts";
import { presign } from "../../../test/presign.ts";
import { database } from "../../database/db.ts";
import { verifyBooks } from "../../ledger/verify.ts";
import { adapterOf, useProviders } from "../../providers/configured-providers.ts";

const openTestWorld = async () => adjusting(await openFloatWorld());
let world: Awaited<ReturnType<typeof openTestWorld>>;
/** The second receiving account, and a provider beside the sandbox. */
let second: string;
const otherProvider = "other_bank";

const booked = { amount: 118, reason: "SMS charges of November", document: letter };
const charge = (over: Partial<AdjustmentForm> = {}): AdjustmentForm => ({
  kind: "bank_charge",
  debit_account: "losses",
  credit_account: "bank",
  ...booked,
  ...over,
});
const providerCharge = (over: Partial<AdjustmentForm> = {}) =>
  charge({ credit_account: "provider", ...over });

beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const booksOf = async (id?: string) => (await world.bankFloat(id)).books.amount;
const shown = (id: string) => world.boss.ask(getAdjustment, { params: { id } });
const fieldsOf = async (form: AdjustmentForm) => {
  const { status, body } = await world.boss.post("/super-admin/adjustments", form);
  return [status, body.error?.fields];
};

test("the only receiving account and the only provider are meant without a name", async () => {
  const id = await world.adjust(charge());
  expect((await shown(id)).data).toMatchObject({
    receiving_account: { id: world.account, label: "Main collections", account_number: "****0042" },
    provider: null,
  });
  expect(await booksOf()).toBe(-118_00);
  const other = await world.adjust(providerCharge());
  expect((await shown(other)).data).toMatchObject({ receiving_account: null, provider: "sandbox" });
  expect((await world.sandboxFloat()).books.amount).toBe(-118_00);
});

describe("with several receiving accounts", () => {
  beforeAll(async () => {
    second = await world.addAccount({ label: "Second collections" });
  });

  test("an adjustment changes the one that both people signed, and the log names it", async () => {
    const before = [await booksOf(), await booksOf(second)] as const;
    const id = await world.adjust(charge({ receiving_account: second }));
    expect([await booksOf(), await booksOf(second)]).toEqual([before[0], before[1] - 118_00]);
    const { data, summary } = await world.boss.ask(listAdjustments, { query: {} });
    expect(data.find((one) => one.id === id)?.receiving_account).toMatchObject({
      id: second,
      label: "Second collections",
    });
    expect(summary.receiving_accounts.map((one) => one.id)).toEqual([world.account, second]);
    const { rows } = await sql<{ account: string }>`
      select after ->> 'receiving_account' as account from audit_log
      where subject_id = ${id} and act in ('adjustment.proposed', 'adjustment.confirmed')
    `.execute(database());
    expect(rows).toEqual([{ account: second }, { account: second }]);
  });

  test("a form without an account, with an unknown one, or with one that it does not move, is refused", async () => {
    expect(await fieldsOf(charge())).toEqual([
      400,
      { receiving_account: "Choose the receiving account that this books on" },
    ]);
    const unknown = "01900000-0000-7000-8000-000000000000";
    expect(await fieldsOf(charge({ receiving_account: unknown }))).toEqual([
      400,
      { receiving_account: "Choose one of the receiving accounts" },
    ]);
    expect(await fieldsOf(providerCharge({ receiving_account: second }))).toEqual([
      400,
      { receiving_account: "This moves no money in a bank account" },
    ]);
    expect(await fieldsOf(charge({ receiving_account: second, provider: "sandbox" }))).toEqual([
      400,
      { provider: "This moves no money with a provider" },
    ]);
  });

  test("a signature for one account signs no adjustment of another", async () => {
    const form = charge({ receiving_account: second });
    const signature = await presign(world.boss, "/super-admin/adjustments", form);
    const other = { ...form, receiving_account: world.account };
    const refused = await world.boss.post("/super-admin/adjustments", other, { signature });
    expect(refused.body.error.code).toBe("STEP_UP_REQUIRED");
  });

  test("a correction of a deposit is on the account in which the deposit arrived", async () => {
    const tenant = await world.operator();
    const deposit = await world.requestDeposit(tenant, 900);
    const approval = { received_in: second };
    const approved = await world.boss.post(
      `/super-admin/deposits/${deposit._id}/approve`,
      approval,
    );
    expect(approved.status).toBe(200);
    const target = await world.boss.ask(getAdjustmentTarget, { params: { id: deposit._id } });
    expect(target.data.receiving_account?.id).toBe(second);
    const before = await booksOf(second);
    await world.adjust(world.wrongCredit(tenant, 900, { deposit_id: deposit._id }));
    expect(await booksOf(second)).toBe(before - 900_00);
  });

  test("a proposal from before, which names no account, is not confirmed", async () => {
    const [asha, ravi] = await world.pair();
    const id = await world.propose(asha, charge({ receiving_account: second }));
    await sql`
      update adjustments set receiving_account_id = null where id = ${id}
    `.execute(database());
    const { status, body } = await world.confirm(ravi, id);
    expect([status, body.error.message]).toEqual([
      409,
      "This proposal names no receiving account. Reject it and propose it again.",
    ]);
  });

  test.each([
    [
      "an entry on another account than was signed",
      "update ledger_entries set receiving_account_id = gen_random_uuid()",
    ],
    ["an entry on no account", "update ledger_entries set receiving_account_id = null"],
  ])("verification finds %s", async (_, change) => {
    const id = await world.adjust(charge({ receiving_account: second }));
    const rules = await rulesBrokenBy(
      `${change} where account = 'bank' and posting_id in (
        select id from ledger_postings where subject_id = '${id}'
      )`,
    );
    expect(rules).toEqual([
      expect.stringContaining("every bank entry is of the receiving account"),
      expect.stringContaining("the bank entries of every receiving account"),
    ]);
  });
});

describe("with several providers", () => {
  beforeAll(() => {
    const sandbox = adapterOf("primary");
    useProviders({ primary: sandbox, alternative: sandbox }, [{ ...sandbox, name: otherProvider }]);
  });

  const providerBooks = async (adapter: string) =>
    (await world.float()).providers.find((one) => one.adapter === adapter)?.books.amount;

  test("an adjustment changes the one that it names, and explains its balance", async () => {
    const before = await providerBooks("sandbox");
    await world.adjust(providerCharge({ provider: otherProvider }));
    expect(await providerBooks(otherProvider)).toBe(-118_00);
    expect(await providerBooks("sandbox")).toBe(before);
    await world.readBalances();
    const { reconciliation } = await world.sandboxFloat();
    expect(reconciliation).toMatchObject({
      adjusted: { amount: before },
      expected: { amount: before },
    });
    const { data } = await world.boss.ask(getTrialBalance, {});
    const { document } = data.accounts.find((one) => one.account === "provider") ?? {};
    expect(document?.note ?? "").not.toContain("by adjustments");
  });

  test("a move between a bank account and a provider changes the two that it names", async () => {
    const before = [await booksOf(second), await providerBooks(otherProvider)] as const;
    await world.adjust({
      kind: "reclassification",
      debit_account: "provider",
      credit_account: "bank",
      receiving_account: second,
      provider: otherProvider,
      ...booked,
    });
    expect(await booksOf(second)).toBe(before[0] - 118_00);
    expect(await providerBooks(otherProvider)).toBe((before[1] ?? 0) + 118_00);
  });

  test("a form without a provider, or with an unknown one, is refused", async () => {
    expect(await fieldsOf(providerCharge())).toEqual([
      400,
      { provider: "Choose the provider that this books on" },
    ]);
    expect(await fieldsOf(providerCharge({ provider: "nobody" }))).toEqual([
      400,
      { provider: "Choose one of the providers of this installation" },
    ]);
  });
});

/** The rules that the verification finds broken by a change, which is rolled back. */
async function rulesBrokenBy(change: string): Promise<string[]> {
  let rules: string[] = [];
  const rolledBack = new Error("rolled back");
  await database()
    .transaction()
    .execute(async (db) => {
      await sql`alter table ledger_entries disable trigger user`.execute(db);
      await sql.raw(change).execute(db);
      rules = (await verifyBooks(db)).map(({ rule }) => rule);
      throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return [...new Set(rules)];
}
