// The guarantee: the keys are changed while the product runs; nothing becomes unreadable, wherever
// a rotation is killed, and afterwards neither the old encryption key nor the old data key is needed.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { impsOrder, openPayoutWorld, upiOrder, type PayoutWorld } from "../../test/payout-world.ts";
import { testEncryptionKey } from "../../test/encryption-key.ts";
import { adminCommand } from "../admin.ts";
import { database } from "../db.ts";
import { openDestination } from "../payouts/destination.ts";
import { setReceivingAccount } from "../platform/set-receiving-account.ts";
import { readSettings } from "../platform/settings.ts";
import { receivingAccount } from "../../test/settings-world.ts";
import { openDataKeys, rereadDataKeys } from "./data-keys.ts";
import { readEncryptionKeys } from "./encryption-keys.ts";
import { rotateEncryptionKey } from "./rotate-encryption-key.ts";
import { sealedPlaces } from "./sealed-places.ts";

const newKey = "5e41".repeat(16);
const keys = (text: string) => readEncryptionKeys(text) ?? [];

let world: PayoutWorld;
beforeEach(async () => {
  world = await openPayoutWorld();
});
afterEach(() => world.close());

/** What every payout opens to, and under which data keys they are. */
async function payouts() {
  const rows = await database()
    .selectFrom("payouts")
    .select(["id", "method", "destination_sealed", "destination_end"])
    .orderBy("id")
    .execute();
  return {
    numbers: rows.map(openDestination),
    keys: new Set(rows.map((row) => row.destination_sealed.readUInt32BE(1))),
  };
}

async function dataKeys() {
  return database()
    .selectFrom("data_keys")
    .select(["id", "purpose", "wrapped_with", "retired_at"])
    .orderBy("id")
    .execute();
}

test("the command locks every data key anew, says so, and the old ENCRYPTION_KEY can go", async () => {
  const payer = await world.payer("₹10,000");
  await payer.pay(impsOrder());
  const before = await dataKeys();
  await openDataKeys(database(), keys(`${newKey},${testEncryptionKey}`));
  const lines: string[] = [];
  await adminCommand(["rotate-encryption-key"], (line) => lines.push(line));
  const [newest] = keys(newKey);
  expect(lines.at(-1)).toBe(
    `Every data key is locked with ${newest?.name}: the others can be taken out of ENCRYPTION_KEY`,
  );
  expect(lines).toHaveLength(1 + before.length);
  await openDataKeys(database(), keys(newKey));
  expect((await payouts()).numbers).toEqual(["000123456789"]);
  await expect(openDataKeys(database(), keys(testEncryptionKey))).rejects.toThrow("does not fit");
  const again: string[] = [];
  await adminCommand(["rotate-encryption-key"], (line) => again.push(line));
  expect(again).toEqual([`Every data key is locked with ${newest?.name} already`]);
});

test("while payouts are made and paid, everything is sealed anew and the old data key is retired", async () => {
  const payers = await Promise.all([1, 2, 3].map(() => world.payer("₹50,000")));
  for (const payer of payers) await payer.pay(impsOrder());
  let isOver = false;
  const made: string[] = [];
  const busy = payers.map(async (payer, at) => {
    for (let round = 0; !isOver; round += 1) {
      const upi = `p${at}.${round}@okhdfc`;
      const heard = await payer.pay(upiOrder(upi, { amount: 10 }));
      expect(heard.status).toBe(201);
      made.push(upi);
      await world.work();
      await payer.get("/payouts");
    }
  });
  await rotateEncryptionKey({ data: true, print: () => undefined, noticeSeconds: 0.5 });
  isOver = true;
  await Promise.all(busy);
  await world.settle();
  const after = await payouts();
  expect(after.numbers.toSorted()).toEqual(
    [...made, ...payers.map(() => "000123456789")].toSorted(),
  );
  expect(made.length).toBeGreaterThan(3);
  expect(after.keys).toEqual(new Set([3]));
  expect((await dataKeys()).map(({ id, retired_at }) => [id, retired_at !== null])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ]);
  const { rows } = await sql`select status, count(*)::int as count from payouts group by 1`.execute(
    database(),
  );
  expect(rows).toEqual([{ status: "success", count: made.length + 3 }]);
  expect(await world.faults()).toEqual([]);
});

test("killed at any line it goes on where it was, with one new key", async () => {
  const payer = await world.payer("₹10,000");
  await payer.pay(impsOrder());
  await payer.pay(upiOrder("asha@okhdfc"));
  await setReceivingAccount(receivingAccount);
  await openDataKeys(database(), keys(`${newKey},${testEncryptionKey}`));
  let lines = 0;
  for (let killedAt = 1; ; killedAt += 1) {
    lines = 0;
    const print = () => {
      lines += 1;
      if (lines === killedAt) throw new Error("killed");
    };
    const outcome = await rotateEncryptionKey({ data: true, print, noticeSeconds: 0 }).then(
      () => "done",
      (error: Error) => error.message,
    );
    expect((await payouts()).numbers).toEqual(["000123456789", "asha@okhdfc"]);
    if (outcome === "done") break;
    expect(outcome).toBe("killed");
  }
  const rows = await dataKeys();
  const current = rows.filter((row) => row.purpose === "seal" && row.retired_at === null);
  expect(current).toHaveLength(1);
  expect((await payouts()).keys).toEqual(new Set([current[0]?.id]));
  await openDataKeys(database(), keys(newKey));
  expect((await payouts()).numbers).toEqual(["000123456789", "asha@okhdfc"]);
  expect((await readSettings()).receiving_account).toEqual(receivingAccount);
});

test("another process that has not looked yet can be read by this one, and reads with a retry", async () => {
  const payer = await world.payer("₹10,000");
  await payer.pay(impsOrder());
  await rotateEncryptionKey({ data: true, print: () => undefined, noticeSeconds: 0 });
  // As a process is that was started before and could not reach the database since.
  const kept = await database().selectFrom("data_keys").selectAll().where("id", "=", 3).execute();
  await sql`delete from data_keys where id = 3`.execute(database());
  await sql`update data_keys set retired_at = null`.execute(database());
  await openDataKeys(database(), keys(testEncryptionKey));
  await database().insertInto("data_keys").values(kept).execute();
  const refused = await payer.get("/payouts");
  expect([refused.status, refused.body.error.code]).toEqual([503, "TRY_AGAIN"]);
  await rereadDataKeys(database());
  expect((await payer.get("/payouts")).status).toBe(200);
});

test("is refused while a running process lacks the newest key, or beside another", async () => {
  await openDataKeys(database(), keys(`${newKey},${testEncryptionKey}`));
  const old = keys(testEncryptionKey)[0]?.name ?? "";
  await sql`insert into processes (id, role, host, version, started_at, beat_at, encryption_keys)
    values (gen_random_uuid(), 'worker', 'pune-2', '0.1.0', now(), now(), ${[old]})`.execute(
    database(),
  );
  const rotate = () => adminCommand(["rotate-encryption-key"], () => undefined);
  await expect(rotate()).rejects.toThrow(/run without the newest key .*: pune-2 \(worker\)\. Give/);
  await sql`update processes set beat_at = now() - interval '2 minutes'`.execute(database());
  const both = await Promise.allSettled([rotate(), rotate(), rotate()]);
  const refused = both.filter(({ status }) => status === "rejected");
  expect(refused.map((one) => String((one as PromiseRejectedResult).reason))).toEqual(
    refused.map(() => "ConfigError: Another rotation is under way"),
  );
  expect(refused.length).toBeLessThan(3);
});

test("every sealed column of the database is sealed anew by a rotation", async () => {
  const { rows } = await sql<{ place: string }>`
    select case when table_schema = 'public' then table_name else table_schema || '.' || table_name end
      || '.' || column_name as place
    from information_schema.columns
    where column_name like '%\\_sealed' and table_schema not in ('pg_catalog', 'information_schema')
  `.execute(database());
  const listed = new Set(sealedPlaces.map(({ table, column }) => `${table}.${column}`));
  expect(rows.map(({ place }) => place).filter((place) => !listed.has(place))).toEqual([]);
});
