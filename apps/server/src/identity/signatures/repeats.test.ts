// The guarantee: a signed request whose answer was lost gets it again from a repeat with its key,
// without a second code, and its money moves once. A key signs nothing else.
import { takesSignature, type Call } from "@rokad/contract/call";
import { calls } from "@rokad/contract/calls";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SignedRows } from "../../../test/signed-act.ts";
import { signedAdminRows } from "../../../test/signed-admin-rows.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { waitingForLocks } from "../../../test/waiting-for-locks.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database, transaction } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";

const bearing = calls.filter(
  (call) => takesSignature(call) && call.who === "superadmin" && call.idempotent,
);
const names = bearing.map(({ name }) => name);

let world: World;
let admin: SignedIn;
let acts: SignedRows;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.superAdmin();
  acts = signedAdminRows(world);
});
afterAll(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

interface Request {
  readonly method: Call["method"];
  readonly path: string;
  readonly body: object;
}

/** One request of the super admin; `null` sends no signature, undefined signs what asks for it. */
async function send({ method, path, body }: Request, key?: string, signature?: null) {
  const options = { key, signature };
  const answer =
    method === "POST"
      ? await admin.post(path, body, options)
      : await (method === "PUT" ? admin.put : admin.patch)(path, body, options);
  const { success, data, message, error } = JSON.parse(answer.text);
  return { status: answer.status, answer: { success, data, message }, code: error?.code };
}

async function deposits(count: number) {
  const tenant = await world.operator();
  const account = await world.approvedAccount(tenant);
  const ids: string[] = [];
  for (let left = count; left > 0; left -= 1)
    ids.push((await world.requestDeposit(tenant, 500, account))._id);
  return { tenant, ids, first: ids[0] ?? "" };
}

/** A request of a signed call, on items of its own. */
async function requestOf(name: string): Promise<Request> {
  const call = bearing.find((one) => one.name === name);
  const act = await acts[name]?.();
  if (!call || !act) throw new Error(`${name} has no row in apps/server/test/signed-admin-rows.ts`);
  const path = call.path.replace("{id}", act.id ?? "");
  return { method: call.method, path, body: act.body ?? {} };
}

function post(path: string, body: object = {}): Request {
  return { method: "POST", path, body };
}

const countOf = async (table: "ledger_postings" | "audit_log") => {
  const { rows } = await sql<{ count: bigint }>`select count(*) from ${sql.table(table)}`.execute(
    database(),
  );
  return rows[0]?.count;
};

/** They reveal a number or secret, or a repeat finds what waits, changed or ended: it is refused. */
const withoutKey =
  "addReceivingAccount beginPasskey changeCredential changeReceivingAccount changeSettings confirmAdjustment confirmOutcome confirmProposal correctFundTransfer createApiKey leaveTeam payOutBalance proposeOutcome recordDayCharge recordReturn revealAccountNumber revealCreditSender rollApiKey setRemainderAside".split(
    " ",
  );

test("is repeated with a key by every call that is signed, except those that reveal a number or secret, or end what they change", () => {
  expect(names.toSorted()).toEqual(Object.keys(acts).toSorted());
  const others = calls.filter((call) => takesSignature(call) && !call.idempotent);
  expect(others.map(({ name }) => name).toSorted()).toEqual(withoutKey);
});

test.for(names)("%s: a lost answer comes again without a code", async (name) => {
  const request = await requestOf(name);
  const key = newId();
  expect((await send(request, key, null)).code).toBe("STEP_UP_REQUIRED");
  const first = await send(request, key);
  expect(first.status).toBeLessThan(300);
  const before = [await countOf("ledger_postings"), await countOf("audit_log")];
  for (let time = 0; time < 2; time += 1) expect(await send(request, key, null)).toEqual(first);
  const raced = await Promise.all(Array.from({ length: 6 }, () => send(request, key, null)));
  for (const answer of raced) expect(answer).toEqual(first);
  expect([await countOf("ledger_postings"), await countOf("audit_log")]).toEqual(before);
});

test.for(names)("%s: a key that another request used lets nothing pass", async (name) => {
  const request = await requestOf(name);
  const key = newId();
  const { ids = [] } = request.body as { ids?: readonly string[] };
  // Also as an item's key, if a caller could store one.
  for (const used of [key, ...ids.map((id) => `${key} ${id}`)])
    await sql`insert into idempotency_keys (person_id, key, call, body_digest, answer, created_at)
      values (${admin.id}, ${used}, 'recordBankBalance', 'x', '{}', now())`.execute(database());
  const before = [await countOf("ledger_postings"), await countOf("audit_log")];
  const { status, answer, code } = await send(request, key, null);
  if (ids.length > 0)
    expect(answer.data).toEqual(
      ids.map((id) => expect.objectContaining({ id, code: "IDEMPOTENCY_KEY_REUSED" })),
    );
  else expect([status, code]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
  expect([await countOf("ledger_postings"), await countOf("audit_log")]).toEqual(before);
});

test("a repeat that arrives while the first one runs waits for its answer", async () => {
  const { tenant, first: id } = await deposits(1);
  const request = post(`/super-admin/deposits/${id}/approve`);
  const key = newId();
  const answers = await transaction(async (db) => {
    await sql`select 1 from deposits where id = ${id} for update`.execute(db);
    const signed = send(request, key);
    await expect.poll(waitingForLocks).toBe(1);
    const repeats = [send(request, key, null), send(request, key, null)];
    await expect.poll(waitingForLocks).toBe(3);
    return [signed, ...repeats];
  });
  const [first, ...repeats] = await Promise.all(answers);
  expect(first?.status).toBe(200);
  for (const repeat of repeats) expect(repeat).toEqual(first);
  expect(await tenant.balance()).toBe(500_00);
});

describe("of several", () => {
  const approveAll = (ids: readonly string[]) =>
    post("/super-admin/deposits/approve", { ids: [...ids] });

  test("a repeat asks a signature only for those that were not carried out", async () => {
    const { tenant, ids } = await deposits(3);
    const key = newId();
    // The server stopped after two of three.
    expect((await send(approveAll(ids.slice(0, 2)), key)).status).toBe(200);
    const refused = await admin.post(
      "/super-admin/deposits/approve",
      { ids },
      { key, signature: null },
    );
    expect(refused.body.error.step_up?.summary).toMatch(/^Approve deposit of ₹500\.00 from/);
    const { answer } = await send(approveAll(ids), key);
    expect(answer.data).toEqual(
      ids.map((id) => expect.objectContaining({ id, outcome: "approved" })),
    );
    expect(await tenant.balance()).toBe(1_500_00);
  });

  test("a refused one stays open under the same key", async () => {
    const { ids } = await deposits(2);
    const [held = "", other = ""] = ids;
    const path = `/super-admin/deposits/${held}`;
    await admin.post(`${path}/reject`, { reason: "Not received" });
    const key = newId();
    const { answer } = await send(approveAll(ids), key);
    expect(answer.data).toMatchObject([
      { id: held, code: "ALREADY_DECIDED" },
      { id: other, outcome: "approved" },
    ]);
    expect((await send(approveAll(ids), key, null)).code).toBe("STEP_UP_REQUIRED");
    expect((await send(approveAll([other]), key, null)).status).toBe(200);
  });
});

describe("an intention of its own", () => {
  test("needs a code, also with the content of one that was carried out", async () => {
    const request = await requestOf("setTenantStatus");
    const key = newId();
    expect((await send(request, key)).status).toBe(200);
    await admin.patch(request.path, { isActive: false });
    expect((await send(request, newId(), null)).code).toBe("STEP_UP_REQUIRED");
    expect((await send(request, undefined, null)).code).toBe("STEP_UP_REQUIRED");
  });

  test("is not covered by another person's key", async () => {
    const request = await requestOf("approveDeposit");
    const key = newId();
    expect((await send(request, key)).status).toBe(200);
    const other = await world.newSuperAdmin("Kabir Rao");
    const answer = await other.post(request.path, request.body, { key, signature: null });
    expect(answer.body.error.code).toBe("STEP_UP_REQUIRED");
  });
});
