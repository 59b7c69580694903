// The guarantee: whatever people and banks do with account numbers and UPI ids, no table stores one
// unencrypted, and only its owner sees one whole without an entry in the audit log.
import { randomInt } from "node:crypto";
import { addBankAccount } from "@rokad/contract/bank-accounts";
import { createBeneficiary } from "@rokad/contract/beneficiaries";
import {
  approveBankAccount,
  listBankAccountsForReview,
  revealAccountNumber,
} from "@rokad/contract/bank-account-reviews";
import { requestPlatformReport } from "@rokad/contract/platform-reports";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callerOf } from "../../../test/caller.ts";
import { accountForm, beneficiaryOf } from "../../../test/forms.ts";
import { Payer } from "../../../test/payer.ts";
import {
  impsOrder,
  openPayoutWorld,
  upiOrder,
  type PayoutWorld,
} from "../../../test/payout-world.ts";
import { runDueJobs } from "../../../test/run-due-jobs.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { creditRow, csvStatement, statementsOf } from "../../../test/statement-world.ts";
import { database } from "../db.ts";
import { today } from "../../kernel/days.ts";
import { newId } from "../../kernel/ids.ts";
import { setReceivingAccount } from "../../money-in/receiving-accounts/set-receiving-account.ts";
import { receiveCredits } from "../../money-in/virtual-accounts/receive-credits.ts";

const newNumber = () => `9${String(randomInt(1e11, 9e11))}42`;
const own = newNumber();
const rejected = newNumber();
const beneficiary = newNumber();
const unknownNumber = newNumber();
const savedNumber = newNumber();
const savedEmail = "veryrare.payee@example.com";
const savedPan = "VRRPP9999R";
const upi = "veryrare.beneficiary@okhdfc";
const failing = "failure@upi";
const plain = [
  own,
  rejected,
  beneficiary,
  savedNumber,
  savedPan,
  unknownNumber,
  "veryrare.beneficiary",
  "failure@upi",
];

const receiving = {
  label: "Main",
  settles_provider: null,
  account_holder_name: "Rokad Payments",
  ifsc_code: "HDFC0000001",
  bank_name: "HDFC Bank",
  branch_name: null,
};

let world: PayoutWorld;
let boss: SignedIn;
let tenant: SignedIn;
let payer: Payer;
let accountId = "";

beforeAll(async () => {
  world = await openPayoutWorld();
  boss = await world.superAdmin();
  tenant = await world.operator({ wallet: "₹10,000" });
  payer = new Payer(world.app, tenant.mobile, tenant.token);
  const added = await tenant.ask(addBankAccount, { body: accountForm(own) }, { key: "k1" });
  accountId = added.data._id;
  await tenant.ask(addBankAccount, { body: accountForm(rejected) });
  await boss.ask(approveBankAccount, { params: { id: accountId }, body: {} });
  await boss.ask(revealAccountNumber, { params: { id: accountId } });
  await payer.pay(impsOrder({ account_number: beneficiary }), { key: "k2" });
  await payer.pay(upiOrder(upi), { key: "k3" });
  await payer.pay(upiOrder(failing));
  const saved = await tenant.ask(
    createBeneficiary,
    { body: beneficiaryOf(savedNumber, { email: savedEmail, pan: savedPan }) },
    { key: "k4" },
  );
  await payer.pay({
    method: "saved",
    destination_id: saved.data.default_destination?.id,
    beneficiary_phone: "9876543210",
    beneficiary_address: "1 Sample Road",
    amount: 5,
  });
  await world.settle();
  for (const path of ["/payouts/export", "/wallet/history/export"]) await payer.get(path);
  const statements = statementsOf(world);
  const narration = `NEFT ${unknownNumber} ${upi}`;
  await statements.import(boss, csvStatement([creditRow(world.newUtr(), narration)]));
  await receiveCredits("sandbox", [
    {
      creditReference: `cr_${newId()}`,
      virtualAccount: "va_of_nobody",
      amountPaise: 1_000_00n,
      utr: world.newUtr(),
      sender: { accountNumber: unknownNumber, ifscCode: "HDFC0000001", name: "SAMPLE SENDER" },
      at: new Date(),
    },
  ]);
  await setReceivingAccount({ ...receiving, account_number: newNumber() });
  await setReceivingAccount({ ...receiving, account_number: unknownNumber });
  const period = { from: today(), to: today() };
  for (const format of ["csv", "pdf"] as const)
    await boss.ask(requestPlatformReport, { body: { kind: "payout_register", format, ...period } });
  await runDueJobs();
});
afterAll(() => world.close());

test("no row of any table has an unencrypted account number or UPI id, as text or as bytes [34.1]", async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  `.execute(database());
  const plainValues: string[] = [];
  let filled = 0;
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select lower(one::text) as row from ${sql.raw(name)} as one
    `.execute(database());
    const text = rows.map(({ row }) => row).join("\n");
    if (text !== "") filled += 1;
    for (const each of plain) {
      const bytes = Buffer.from(each);
      for (const as of [each, bytes.toString("hex"), bytes.toString("base64").slice(0, -4)])
        if (text.includes(as.toLowerCase())) plainValues.push(`${name} has ${as}`);
    }
  }
  expect(plainValues).toEqual([]);
  expect(filled).toBeGreaterThan(20);
});

test("the owner sees the whole value; a super admin who views the console sees its end [34.4]", async () => {
  const history = await payer.get("/payouts");
  expect(history.text).toContain(beneficiary);
  expect(history.text).toContain(upi);
  const { body } = await boss.post(`/super-admin/tenants/${tenant.id}/view`, {
    reason: "Ticket 1",
  });
  const viewer = callerOf(world.app, body.data.access_token, () => undefined);
  const ids = (history.body.data as { id: string }[]).map(({ id }) => id);
  const pages = [
    "/payouts",
    "/wallet/history",
    `/reports/statement?from=${today()}&to=${today()}`,
    ...ids.map((id) => `/payouts/${id}`),
  ];
  for (const page of pages) {
    const { status, text } = await viewer.get(page as "/payouts");
    expect([page, status]).toEqual([page, 200]);
    expect(plain.filter((each) => text.includes(each))).toEqual([]);
  }
  const { text } = await viewer.get("/payouts");
  expect(text).toContain(`****${beneficiary.slice(-4)}`);
  expect(text).toContain("****@okhdfc");
});

test("a search by a whole account number finds its bank account; by a part, nothing [34.3]", async () => {
  const find = async (search: string) => {
    const query = { search, status: "all" as const };
    return (await boss.ask(listBankAccountsForReview, { query })).data.map(({ _id }) => _id);
  };
  expect(await find(own)).toEqual([accountId]);
  expect(await find(own.slice(0, 10))).toEqual([]);
  expect(await find(newNumber())).toEqual([]);
});

test("the audit log records who reveals a number, and not the number [34.4]", async () => {
  const { rows } = await sql<{ actor_id: string; after: unknown }>`
    select actor_id, after from audit_log where act = 'secret.revealed'
  `.execute(database());
  expect(rows).toEqual([
    { actor_id: boss.id, after: { tenant: tenant.id, account_number: `****${own.slice(-4)}` } },
  ]);
  const attempt = await tenant.post(`/super-admin/bank-accounts/${accountId}/reveal`, {});
  expect(attempt.status).toBe(403);
});

test("payouts to one account or UPI id share a blind index, whatever the case of the letters", async () => {
  await payer.pay(upiOrder(upi.toUpperCase().replace("OKHDFC", "okhdfc")));
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payouts where destination_hash is not null
    group by destination_hash order by 1
  `.execute(database());
  expect(rows.map(({ count }) => count)).toEqual([1, 1, 1, 2]);
});
