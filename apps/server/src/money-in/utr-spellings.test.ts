// One bank transfer is one credit, however its UTR is written: padded with zeros, with the rail's
// name in front, or in another column of a statement.
import { approveDeposit, listDepositsForReview } from "@rokad/contract/deposit-reviews";
import { initiateDeposit } from "@rokad/contract/deposits";
import { listSuspense } from "@rokad/contract/suspense";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openReceiver } from "../../test/receiver.ts";
import type { SignedIn } from "../../test/signed-in.ts";
import { creditRow, statementsOf } from "../../test/statement-world.ts";
import { openWorld, type World } from "../../test/world.ts";
import { database } from "../database/db.ts";
import { utrKey } from "../kernel/utr-key.ts";
import type { IncomingCredit } from "../providers/virtual-accounts.ts";
import { receiveCredits } from "./virtual-accounts/receive-credits.ts";

let world: World;
let boss: SignedIn;
let statements: ReturnType<typeof statementsOf>;
beforeAll(async () => {
  world = await openWorld();
  boss = await world.superAdmin();
  statements = statementsOf(world);
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

let lastRrn = 412_345_670_000;
const newRrn = () => String((lastRrn += 1));
const padded = (rrn: string) => `0000${rrn}`;

const requestBody = (bank_account: string, utr_reference: string, amount = 1500.5) => ({
  bank_account,
  amount,
  utr_reference,
});
async function request(tenant: SignedIn, account: string, utr: string) {
  return (await tenant.ask(initiateDeposit, { body: requestBody(account, utr) })).data;
}
const approve = (id: string) => boss.post(`/super-admin/deposits/${id}/approve`, {});
const decide = (id: string, how: string, body: object) =>
  boss.post(`/super-admin/suspense/${id}/${how}`, body);
const readCredit = ({ creditReference }: IncomingCredit) =>
  database()
    .selectFrom("incoming_credits")
    .select(["id", "state", "reason"])
    .where("credit_reference", "=", creditReference)
    .executeTakeFirstOrThrow();

describe("the key of a UTR", () => {
  test.for([
    ["412345678901", "412345678901"],
    ["0000412345678901", "412345678901"],
    ["0412-3456 78901", "412345678901"],
    ["IMPS/412345678901", "412345678901"],
    ["MMT/IMPS/0000412345678901", "412345678901"],
    ["upi412345678901", "412345678901"],
    ["RRN 041234567890", "41234567890"],
    ["HDFCN00000000001", "HDFCN00000000001"],
    ["IMPS41234567890A", "IMPS41234567890A"],
    ["UTR1234567890123", "UTR1234567890123"],
    ["000000000000", "0"],
  ])("of %s is %s", ([written = "", key]) => {
    expect(utrKey(written)).toBe(key);
  });

  test("is the same in the database and in the program", async () => {
    const prefix = fc.constantFrom(
      "",
      "IMPS",
      "UPI",
      "MMT",
      "RRN",
      "UTR",
      "P2A",
      "MMTIMPS",
      "HDFCN",
    );
    const digits = fc.stringMatching(/^0{0,8}[0-9]{1,14}$/);
    const utr = fc
      .oneof(
        fc.tuple(prefix, digits).map((parts) => parts.join("")),
        fc.stringMatching(/^[A-Z0-9]{12,22}$/),
      )
      .filter((text) => /^[A-Z0-9]{12,22}$/.test(text));
    for (const table of ["deposits", "incoming_credits", "fund_transfers", "provider_credits"]) {
      const { rows: columns } = await sql<{ expression: string }>`
        select pg_get_expr(adbin, adrelid) as expression
        from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
        where adrelid = ${table}::regclass and attname = 'utr_key'
      `.execute(database());
      await fc.assert(
        fc.asyncProperty(fc.array(utr, { minLength: 1, maxLength: 50 }), async (utrs) => {
          const { rows } = await sql<{ key: string }>`
            select ${sql.raw(columns[0]?.expression ?? "null")} as key
            from unnest(${utrs}::text[]) with ordinality as written (utr_reference, position)
            order by position
          `.execute(database());
          expect(rows.map(({ key }) => key)).toEqual(utrs.map(utrKey));
        }),
      );
    }
  });
});

describe("a transfer in two spellings is credited once", () => {
  test("by an approved request and then a virtual account", async () => {
    const { tenant, bankAccount, credit } = await openReceiver(world);
    const rrn = newRrn();
    const { _id: id } = await request(tenant, bankAccount, rrn);
    await boss.ask(approveDeposit, { params: { id }, body: {} });
    const arrived = credit({ utr: padded(rrn) });
    await receiveCredits("sandbox", [arrived]);
    expect(await tenant.balance()).toBe(1_500_50);
    expect(await readCredit(arrived)).toMatchObject({ state: "suspense", reason: "utr_credited" });
    const row = await readCredit(arrived);
    expect((await decide(row.id, "dismiss", { reason: "The same transfer" })).status).toBe(200);
  });

  test("by a virtual account that completes the request in the other spelling", async () => {
    const { tenant, bankAccount, credit } = await openReceiver(world);
    const rrn = newRrn();
    const { _id: id } = await request(tenant, bankAccount, padded(rrn));
    const arrived = credit({ utr: rrn });
    await receiveCredits("sandbox", [arrived]);
    expect(await readCredit(arrived)).toMatchObject({ state: "credited" });
    expect(await tenant.balance()).toBe(1_500_50);
    expect((await approve(id)).body.error.code).toBe("ALREADY_DECIDED");
  });

  test("by a virtual account and then a request", async () => {
    const { tenant, bankAccount, credit } = await openReceiver(world);
    const rrn = newRrn();
    await receiveCredits("sandbox", [credit({ utr: rrn })]);
    for (const utr of [padded(rrn), `IMPS${rrn}`]) {
      const late = await tenant.post("/wallet/deposit/initiate", requestBody(bankAccount, utr));
      expect([late.status, late.body.error.message]).toEqual([
        409,
        "This transfer was already credited to your wallet",
      ]);
    }
  });

  test("by two requests of two tenants at the same time", async () => {
    const [one, other] = await Promise.all([openReceiver(world), openReceiver(world)]);
    const rrn = newRrn();
    const answers = await Promise.all([
      one.tenant.post("/wallet/deposit/initiate", requestBody(one.bankAccount, rrn)),
      other.tenant.post("/wallet/deposit/initiate", requestBody(other.bankAccount, padded(rrn))),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  test("by an assignment from suspense and then a request", async () => {
    const { tenant, bankAccount, credit } = await openReceiver(world);
    const rrn = newRrn();
    const arrived = credit({ utr: padded(rrn), sender: null });
    await receiveCredits("sandbox", [arrived]);
    const { id } = await readCredit(arrived);
    expect((await decide(id, "assign", { tenant_id: tenant.id })).status).toBe(200);
    const late = await tenant.post("/wallet/deposit/initiate", requestBody(bankAccount, rrn));
    expect(late.status).toBe(409);
    expect(await tenant.balance()).toBe(1_500_50);
  });

  test("by statements: the line matches the request, and two exports of it are one credit", async () => {
    const rrn = newRrn();
    const { tenant } = await statements.tenantWith(padded(rrn));
    const first = await statements.importRows(boss, creditRow(rrn, "IMPS SHARMA TRADERS"));
    expect(first.lines[0]).toMatchObject({
      outcome: "exact",
      deposit: { utr_reference: padded(rrn) },
    });
    expect(await statements.approveAll(boss, first.id)).toMatchObject({ credited: 1 });
    for (const [reference, narration] of [
      [padded(rrn), "IMPS SHARMA TRADERS"],
      ["", `IMPS/P2A/${rrn}/SHARMA TRADERS`],
      ["S12345678901", `MMT/IMPS/${padded(rrn)}/SHARMA TRADERS`],
    ] as const) {
      const { id, lines } = await statements.importRows(boss, creditRow(reference, narration));
      expect(lines[0]).toMatchObject({ outcome: "credited", seen_before: {} });
      expect(lines[0]?.seen_before).not.toBeNull();
      expect(await statements.approveAll(boss, id)).toMatchObject({ credited: 0 });
    }
    expect(await tenant.balance()).toBe(1_000_00);
  });
});

describe("a virtual-account credit with the amount and account of a request", () => {
  test("but another UTR goes to suspense, and can be dismissed with the request's UTR", async () => {
    const { tenant, bankAccount, credit } = await openReceiver(world);
    const [typed, real] = [newRrn(), newRrn()];
    const { _id: id } = await request(tenant, bankAccount, typed);
    const arrived = credit({ utr: real });
    await receiveCredits("sandbox", [arrived]);
    const row = await readCredit(arrived);
    expect(row).toMatchObject({ state: "suspense", reason: "similar_request" });
    expect(await tenant.balance()).toBe(0);
    const { data: queue } = await boss.ask(listSuspense, { query: { limit: 100 } });
    expect(queue.find((one) => one.id === row.id)).toMatchObject({
      why: "The tenant requested this amount from this account with another UTR",
      similar_request: { utr_reference: typed, status: "pending" },
    });
    const { data: reviewed } = await boss.ask(listDepositsForReview, { query: { utr: typed } });
    expect(reviewed[0]?.warnings.map(({ code }) => code)).toContain("ARRIVED_ANOTHER_WAY");
    expect((await approve(id)).status).toBe(200);
    const dismissal = { reason: "The UTR was mistyped", utr_reference: typed };
    expect((await decide(row.id, "dismiss", dismissal)).status).toBe(200);
    expect(await tenant.balance()).toBe(1_500_50);
  });

  test("is no twin when it has its own provider reference and no request waits", async () => {
    const { tenant, bankAccount, credit } = await openReceiver(world);
    const rrn = newRrn();
    await request(tenant, bankAccount, rrn);
    await receiveCredits("sandbox", [credit({ utr: rrn }), credit(), credit()]);
    expect(await tenant.balance()).toBe(3 * 1_500_50);
  });

  test("warns the reviewer of a request that follows it", async () => {
    const { tenant, bankAccount, credit } = await openReceiver(world);
    await receiveCredits("sandbox", [credit()]);
    const typed = newRrn();
    await request(tenant, bankAccount, typed);
    const { data } = await boss.ask(listDepositsForReview, { query: { utr: typed } });
    expect(data[0]?.warnings[0]).toMatchObject({
      code: "ARRIVED_ANOTHER_WAY",
      message: expect.stringMatching(/^₹1,500\.50 from this account already arrived on /),
    });
  });
});

test("a search by UTR finds the other spelling", async () => {
  const { tenant, bankAccount } = await openReceiver(world);
  const rrn = newRrn();
  await request(tenant, bankAccount, rrn);
  const { data } = await boss.ask(listDepositsForReview, { query: { utr: padded(rrn) } });
  expect(data).toMatchObject([{ utr_reference: rrn }]);
});
