// The guarantee: each kind moves what it may and nothing else, a form is rejected with its field, and
// the document comes back only to people whom the audit log names.
import { listAdjustments } from "@rokad/contract/adjustments";
import { getTrialBalance } from "@rokad/contract/books";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  letter,
  openAdjustmentWorld,
  type AdjustmentWorld,
} from "../../../test/adjustment-world.ts";
import { presign } from "../../../test/presign.ts";
import { sql } from "kysely";
import { database } from "../../database/db.ts";
import { trialBalance } from "../../ledger/ledger.ts";

let world: AdjustmentWorld;
beforeAll(async () => {
  world = await openAdjustmentWorld();
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];

test("a proposal that is sent again with its key, after a lost answer, is one", async () => {
  const boss = await world.superAdmin();
  const form = {
    kind: "bank_charge",
    debit_account: "losses",
    credit_account: "bank",
    amount: 118,
    reason: "SMS charges of November",
    document: letter,
  };
  const propose = () => boss.post("/super-admin/adjustments", form, { key: "one" });
  const [first, repeat] = [await propose(), await propose()];
  expect([first.status, repeat.status]).toEqual([201, 201]);
  expect(repeat.body.data).toEqual(first.body.data);
});

describe("the platform's accounts", () => {
  test("a bank charge, a move and goodwill change the accounts that they name", async () => {
    const before = await trialBalance(database());
    const change = async () => {
      const after = await trialBalance(database());
      return Object.fromEntries(
        Object.entries(after)
          .map(([account, paise]) => [account, paise - (before[account] ?? 0n)] as const)
          .filter(([, paise]) => paise !== 0n),
      );
    };
    const charge = { reason: "SMS charges of November", document: letter };
    await world.adjust({
      kind: "bank_charge",
      debit_account: "losses",
      credit_account: "bank",
      amount: 118,
      ...charge,
    });
    expect(await change()).toEqual({ losses: -118_00n, bank: 118_00n });
    await world.adjust({
      kind: "reclassification",
      debit_account: "bank",
      credit_account: "suspense",
      amount: 50,
      ...charge,
    });
    expect(await change()).toEqual({ losses: -118_00n, bank: 68_00n, suspense: 50_00n });
    const tenant = await world.operator();
    await world.adjust({
      kind: "goodwill",
      debit_account: "losses",
      credit_account: "wallet",
      tenant_id: tenant.id,
      amount: 12.34,
      reason: "For the trouble",
    });
    expect(await world.wallet(tenant)).toEqual([12_34, 0, 0]);
    const { data } = await (await world.superAdmin()).ask(getTrialBalance, {});
    expect([data.suspense.difference.amount, data.receivable.difference.amount]).toEqual([0, 0]);
    expect(data.total.amount).toBe(0);
  });

  test("only what adjustments moved to suspense can leave it again", async () => {
    const [asha, ravi] = await world.pair();
    const back = {
      kind: "reclassification" as const,
      debit_account: "suspense" as const,
      credit_account: "bank" as const,
      amount: 50,
      reason: "Sent back",
      document: letter,
    };
    const tooMuch = await asha.post("/super-admin/adjustments", { ...back, amount: 50.01 });
    expect(tooMuch.body.error.message).toMatch(/^Adjustments moved ₹50.00 to suspense/);
    const [kiran, meera] = await world.pair();
    const ids = [await world.propose(asha, back), await world.propose(kiran, back)];
    const paths = ids.map((id) => `/super-admin/adjustments/${id}/confirm`);
    const signed = [await presign(ravi, paths[0] ?? ""), await presign(meera, paths[1] ?? "")];
    const answers = await Promise.all(
      [ravi, meera].map((one, at) =>
        one.post(paths[at] ?? "", undefined, { signature: signed[at] }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("a write-off forgives at most what is owed", async () => {
    const tenant = await world.operator();
    await world.adjust(world.wrongCredit(tenant, 400));
    expect(await world.wallet(tenant)).toEqual([0, 0, 400_00]);
    const closing = await (await world.superAdmin()).delete(`/super-admin/tenants/${tenant.id}`);
    expect(closing.body.error).toMatchObject({
      code: "TENANT_NOT_EMPTY",
      message: "This account can't be closed: it owes ₹400.00. Collect it or write it off first",
    });
    const form = {
      kind: "write_off" as const,
      debit_account: "losses" as const,
      credit_account: "wallet" as const,
      tenant_id: tenant.id,
      amount: 400,
      reason: "Uncollectable",
      document: letter,
    };
    const [asha] = await world.pair();
    const tooMuch = await asha.post("/super-admin/adjustments", { ...form, amount: 400.01 });
    expect(tooMuch.body.error.message).toMatch(/owes ₹400.00: write off at most that/);
    await world.adjust(form);
    expect(await world.wallet(tenant)).toEqual([0, 0, 0]);
    const closed = await (await world.superAdmin()).delete(`/super-admin/tenants/${tenant.id}`);
    expect(closed.status).toBe(200);
    const late = await asha.post("/super-admin/adjustments", form);
    expect(late.status).toBe(404);
  });
});

describe("a form is rejected", () => {
  test.each<[string, object, string]>([
    [
      "with a pair that its kind does not have",
      { credit_account: "gst_payable" },
      "credit_account",
    ],
    ["without a tenant", { tenant_id: undefined }, "tenant_id"],
    ["without a reason", { reason: " " }, "reason"],
    ["with half a paisa", { amount: 1.005 }, "amount"],
    ["with zero rupees", { amount: 0 }, "amount"],
    ["as a bank recall without a document", { kind: "bank_recall" }, "document"],
    [
      "with a document that is no PDF, PNG or JPEG",
      { document: { file_name: "a.pdf", content: Buffer.from("MZ").toString("base64") } },
      "document",
    ],
    [
      "with a document that is not base64",
      { document: { file_name: "a.pdf", content: "%PDF-" } },
      "document",
    ],
    [
      "with a document above 2 MB",
      {
        document: {
          file_name: "a.pdf",
          content: Buffer.concat([Buffer.from("%PDF-"), Buffer.alloc(2_000_001)]).toString(
            "base64",
          ),
        },
      },
      "document",
    ],
    ["as a chargeback, which only a provider reports", { kind: "chargeback" }, "kind"],
  ])("%s", async (_, over, field) => {
    const tenant = await world.operator();
    const boss = await world.superAdmin();
    const form = { ...world.wrongCredit(tenant, 100), ...over };
    const { status, body } = await boss.post("/super-admin/adjustments", form);
    expect([status, Object.keys(body.error.fields ?? {})[0]?.split(".")[0]]).toEqual([400, field]);
  });

  test("with another tenant's deposit, one that was not credited, or an unknown one", async () => {
    const { deposit } = await world.credited(100);
    const tenant = await world.operator();
    const pending = await world.requestDeposit(tenant, 100);
    const boss = await world.superAdmin();
    const ask = (deposit_id: string) =>
      boss.post("/super-admin/adjustments", world.wrongCredit(tenant, 1, { deposit_id }));
    expect(codeOf(await ask(deposit._id))).toEqual([400, "INVALID_INPUT"]);
    expect(codeOf(await ask(pending._id))).toEqual([409, "ADJUSTMENT_NOT_POSSIBLE"]);
    expect((await ask("01900000-0000-7000-8000-000000000000")).status).toBe(404);
    const target = await boss.get(`/super-admin/deposits/${pending._id}/correctable`);
    expect(codeOf(target)).toEqual([409, "ADJUSTMENT_NOT_POSSIBLE"]);
  });
});

describe("the list and the document", () => {
  test("filter by state, kind and tenant; the document comes back as it was, and the log says who read it", async () => {
    const { tenant } = await world.credited(100);
    const [asha, ravi] = await world.pair();
    const id = await world.propose(asha, {
      ...world.wrongCredit(tenant, 40),
      kind: "bank_recall",
      document: letter,
    });
    const list = async (query: object) =>
      (await ravi.ask(listAdjustments, { query })).data.map((row) => row.id);
    expect(await list({ tenant_id: tenant.id })).toEqual([id]);
    expect(await list({ tenant_id: tenant.id, state: "posted" })).toEqual([]);
    expect(await list({ tenant_id: tenant.id, state: "proposed", kind: "bank_recall" })).toEqual([
      id,
    ]);
    expect(await list({ tenant_id: tenant.id, kind: "goodwill" })).toEqual([]);
    const file = await world.app.inject({
      url: `/api/v1/super-admin/adjustments/${id}/document`,
      headers: { authorization: `Bearer ${ravi.token}` },
    });
    expect([
      file.statusCode,
      file.headers["content-type"],
      file.rawPayload.toString("base64"),
    ]).toEqual([200, "application/pdf", letter.content]);
    const { rows } = await sql<{ act: string; actor_id: string }>`
      select act, actor_id from audit_log where after::text like ${`%${id}%`} and act = 'export.made'
    `.execute(database());
    expect(rows).toEqual([{ act: "export.made", actor_id: ravi.id }]);
    const stored = await database()
      .selectFrom("adjustment_documents")
      .select("content_encrypted")
      .where("adjustment_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(stored.content_encrypted.includes(Buffer.from("bank's letter"))).toBe(false);
    const summary = (await ravi.ask(listAdjustments, { query: {} })).summary;
    expect(summary.waiting).toBeGreaterThan(0);
  });
});
