// The guarantee: a worker that is killed again and again while it numbers and delivers loses no event,
// and a reader by cursor gets each event once.
import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { kill, until } from "../../../test/disturbances.ts";
import { openTestKeys } from "../../../test/encryption-key.ts";
import { createFundedTenants } from "../../../test/funded-tenants.ts";
import { openReceiver, type Receiver } from "../../../test/webhook-receiver.ts";
import { startWebhookWorker } from "../../../test/start-webhook-worker.ts";
import { closeDatabase, database, openDatabase } from "../../database/db.ts";
import { encrypt } from "../../database/encryption/encrypt.ts";
import { newId } from "../../kernel/ids.ts";
import { verifyEvents } from "../events/verify-events.ts";
import { newWebhookSecret } from "./sign-webhook.ts";

const kills = 20;
const eventsPerKill = 40;

let receiver: Receiver;
let tenantId: string;
let url: string;
let worker: ChildProcess | undefined;
let drop: () => Promise<void>;

beforeAll(async () => {
  const clone = await cloneDatabase();
  ({ drop, url } = clone);
  openDatabase(url, { connections: 4 });
  await openTestKeys();
  receiver = await openReceiver();
  [tenantId = ""] = await createFundedTenants(1, 1_000_00n, []);
});

afterAll(async () => {
  if (worker) await kill(worker);
  await receiver?.close();
  await closeDatabase();
  await drop();
});

/** An endpoint that gets the events from the start on. */
async function addEndpoint(): Promise<void> {
  const id = newId();
  await database()
    .insertInto("webhook_endpoints")
    .values({
      id,
      tenant_id: tenantId,
      url: receiver.url,
      description: "",
      types: [],
      created_at: new Date(),
      created_by: tenantId,
      up_to: 0n,
      secret_encrypted: encrypt("webhook secret", id, newWebhookSecret()),
    })
    .execute();
}

/** Writes events in transactions of 8, every fifth of which is rolled back. */
async function writeEvents(round: number): Promise<void> {
  for (let at = 0; at < eventsPerKill; at += 8) {
    const batch = database()
      .transaction()
      .execute(async (db) => {
        await sql`
          insert into event_outbox (tenant_id, type, subject_id, status)
          select ${tenantId}, 'deposit.pending', gen_random_uuid(), 'pending' from generate_series(1, 8)
        `.execute(db);
        if (at === 8 * (round % 5)) throw new Error("rolled back");
      });
    await batch.catch(() => undefined);
  }
}

test(`no event is lost by ${kills} kills of the worker that delivers`, async () => {
  await addEndpoint();
  receiver.answerWith((response) => {
    // Slow enough that each kill meets deliveries in progress.
    setTimeout(() => response.writeHead(204).end(), 5);
  });
  worker = startWebhookWorker(url);
  for (let round = 0; round < kills; round += 1) {
    const before = receiver.received.length;
    await writeEvents(round);
    await until(() => receiver.received.length > before);
    await kill(worker);
    worker = startWebhookWorker(url);
  }
  // The leases of the killed workers expire.
  await sql`update webhook_deliveries set due_at = now() where state = 'waiting'`.execute(
    database(),
  );
  let left = 1n;
  await until(
    async () => {
      const { rows } = await sql<{ left: bigint }>`
      select (select count(*) from event_outbox)
        + (select count(*) from webhook_deliveries where state = 'waiting')
        + (select count(*) from webhook_endpoints join event_heads using (tenant_id)
          where up_to < version) as left
    `.execute(database());
      left = rows[0]?.left ?? left;
      return left === 0n;
    },
    () => left,
  );
  const { rows } = await sql<{ id: string }>`
    select id from events where tenant_id = ${tenantId} order by version
  `.execute(database());
  const written = rows.map((row) => row.id);
  expect(written.length).toBeGreaterThanOrEqual(kills * (eventsPerKill - 8));
  expect(new Set(receiver.ids())).toEqual(new Set(written));
  // What came twice is the same event, byte for byte.
  const digests = new Map<string, string>();
  for (const { headers, body } of receiver.received) {
    const id = String(headers["webhook-id"]);
    const digest = createHash("sha256").update(body).digest("hex");
    expect(digests.get(id) ?? digest).toBe(digest);
    digests.set(id, digest);
  }
  expect(await verifyEvents(database())).toEqual([]);
});
