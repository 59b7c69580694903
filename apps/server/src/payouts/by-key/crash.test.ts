// The guarantee: one key and client reference are one payout, however often the request is repeated
// and wherever the server is killed.
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { openTestKeys } from "../../../test/encryption-key.ts";
import { keyForm, machinePayout, sendingForm } from "../../../test/key-world.ts";
import { killableServer } from "../../../test/killable-server.ts";
import { openPayers, type OpenPayer } from "../../../test/open-payers.ts";
import { closeDatabase, database, openDatabase } from "../../database/db.ts";
import { issueToken } from "../../identity/signatures/verify-step-up.ts";
import { useSecret } from "../../kernel/app-secret.ts";
import { verifyBooks } from "../../ledger/verify.ts";
import { verifyKeyOrders } from "./verify-key-orders.ts";

const repeats = 100;
const rounds = 5;
const secret = "keyed-keyed-keyed-keyed-keyed-keyed-";

let servers: readonly Awaited<ReturnType<typeof killableServer>>[];
let payer: OpenPayer;
let drop: () => Promise<void>;

beforeAll(async () => {
  const clone = await cloneDatabase();
  const { url } = clone;
  ({ drop } = clone);
  const options = { url, secret, leaseSeconds: 1 };
  servers = [await killableServer(options), await killableServer(options)];
  openDatabase(url, { connections: 4 });
  useSecret(secret);
  await openTestKeys();
  [payer] = (await openPayers(1)) as [OpenPayer];
});

afterAll(async () => {
  for (const server of servers) await server.kill();
  await closeDatabase();
  await drop();
});

async function call(
  origin: string,
  token: string,
  path: string,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
) {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = (await answer.json()) as {
    data: { id: string; secret: string; key: { id: string } };
    error?: { code: string; step_up?: { id: string } };
  };
  return { status: answer.status, ...json };
}

async function createKey(origin: string, form = sendingForm()) {
  const asked = await call(origin, payer.token, "/api-keys", { body: form });
  const { token } = await issueToken(asked.error?.step_up?.id ?? "");
  const headers = { "step-up": token };
  return (await call(origin, payer.token, "/api-keys", { body: form, headers })).data;
}

test(`${repeats} parallel repeats, each round with a server killed in the middle, are one payout`, async () => {
  const [server] = servers;
  if (!server) throw new Error("There is no server");
  await server.start();
  const { secret: key } = await createKey(server.origin);
  for (let round = 0; round < rounds; round += 1) {
    const body = machinePayout({ amount_paise: 100_00 + round, client_reference: `INV-${round}` });
    const headers = { "idempotency-key": `round ${round}`.replace(" ", "-") };
    const send = () => call(server.origin, key, "/payouts", { body, headers });
    const sending = Array.from({ length: repeats }, () => send().catch(() => undefined));
    await wait(5 * round);
    await server.kill();
    const first = await Promise.all(sending);
    await server.start();
    const second = await Promise.all(Array.from({ length: repeats }, send));
    const ids = new Set(
      [...first, ...second].flatMap((answer) => (answer?.status === 201 ? answer.data.id : [])),
    );
    expect(second.every(({ status }) => status === 201)).toBe(true);
    expect(ids.size).toBe(1);
  }
  const { rows } = await sql<{ count: number; references: number }>`
    select count(*)::int as count, count(distinct client_reference)::int as references
    from api_orders join payouts using (id)
  `.execute(database());
  expect(rows[0]).toEqual({ count: rounds, references: rounds });
  expect(await verifyKeyOrders(database())).toEqual([]);
  expect(await verifyBooks(database())).toEqual([]);
});

test("a revocation on one server counts at once on another", async () => {
  const [one, other] = servers;
  if (!one || !other) throw new Error("There are no two servers");
  await other.start();
  const { secret: key, key: created } = await createKey(one.origin, keyForm());
  expect((await call(other.origin, key, "/payouts")).status).toBe(200);
  await call(one.origin, payer.token, `/api-keys/${created.id}/revoke`, { body: {} });
  const refused = await call(other.origin, key, "/payouts");
  expect([refused.status, refused.error?.code]).toEqual([401, "API_KEY_REVOKED"]);
});
