// The guarantee: the keys change while the product runs; no value becomes unreadable, wherever a
// rotation is killed, and afterwards neither the old encryption key nor the old data key is needed.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  impsOrder,
  openPayoutWorld,
  upiOrder,
  type PayoutWorld,
} from "../../../test/payout-world.ts";
import { testEncryptionKey } from "../../../test/encryption-key.ts";
import { adminCommand } from "../../admin-commands.ts";
import { database } from "../db.ts";
import { decryptDestination } from "../../payouts/destination.ts";
import { setReceivingAccount } from "../../money-in/receiving-accounts/set-receiving-account.ts";
import { readReceivingAccounts } from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { receivingAccount } from "../../../test/settings-world.ts";
import { openDataKeys, rereadDataKeys } from "./data-keys.ts";
import { readEncryptionKeys } from "../../kernel/encryption-keys.ts";
import { rotateEncryptionKey } from "./rotate-encryption-key.ts";
import { encryptedColumns } from "./encrypted-columns.ts";

const newKey = "5e41".repeat(16);
const keys = (text: string) => readEncryptionKeys(text) ?? [];

let world: PayoutWorld;
beforeEach(async () => {
  world = await openPayoutWorld();
});
afterEach(() => world.close());

/** The decrypted destination of every payout, and the data keys in use. */
async function payouts() {
  const rows = await database()
    .selectFrom("payouts")
    .select(["id", "method", "destination_encrypted", "destination_end"])
    .orderBy("id")
    .execute();
  return {
    numbers: rows.map(decryptDestination),
    keys: new Set(rows.map((row) => row.destination_encrypted.readUInt32BE(1))),
  };
}

async function dataKeys() {
  return database()
    .selectFrom("data_keys")
    .select(["id", "purpose", "wrapped_with", "retired_at"])
    .orderBy("id")
    .execute();
}

test("the command encrypts every data key again, and the old ENCRYPTION_KEY can be removed [34.8]", async () => {
  const payer = await world.payer("₹10,000");
  await payer.pay(impsOrder());
  const before = await dataKeys();
  await openDataKeys(database(), keys(`${newKey},${testEncryptionKey}`));
  const lines: string[] = [];
  await adminCommand(["rotate-encryption-key"], (line) => lines.push(line));
  const [newest] = keys(newKey);
  expect(lines.at(-1)).toBe(
    `Every data key is encrypted with ${newest?.name}. Remove the other keys from ENCRYPTION_KEY.`,
  );
  expect(lines).toHaveLength(1 + before.length);
  await openDataKeys(database(), keys(newKey));
  expect((await payouts()).numbers).toEqual(["000123456789"]);
  await expect(openDataKeys(database(), keys(testEncryptionKey))).rejects.toThrow("does not fit");
  const again: string[] = [];
  await adminCommand(["rotate-encryption-key"], (line) => again.push(line));
  expect(again).toEqual([`Every data key is already encrypted with ${newest?.name}`]);
});

test("encrypts every value again and retires the old data key while payouts are created and paid [34.8]", async () => {
  const payers = await Promise.all([1, 2, 3].map(() => world.payer("₹50,000")));
  for (const payer of payers) await payer.pay(impsOrder());
  let isOver = false;
  const created: string[] = [];
  const busy = payers.map(async (payer, at) => {
    for (let round = 0; !isOver; round += 1) {
      const upi = `p${at}.${round}@okhdfc`;
      const answer = await payer.pay(upiOrder(upi, { amount: 10 }));
      expect(answer.status).toBe(201);
      created.push(upi);
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
    [...created, ...payers.map(() => "000123456789")].toSorted(),
  );
  expect(created.length).toBeGreaterThan(3);
  expect(after.keys).toEqual(new Set([3]));
  expect((await dataKeys()).map(({ id, retired_at }) => [id, retired_at !== null])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ]);
  const { rows } = await sql`select status, count(*)::int as count from payouts group by 1`.execute(
    database(),
  );
  expect(rows).toEqual([{ status: "success", count: created.length + 3 }]);
  expect(await world.faults()).toEqual([]);
});

test("a rotation that is killed at any line continues, with one new key [34.8]", async () => {
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
  const current = rows.filter((row) => row.purpose === "encrypt" && row.retired_at === null);
  expect(current).toHaveLength(1);
  expect((await payouts()).keys).toEqual(new Set([current[0]?.id]));
  await openDataKeys(database(), keys(newKey));
  expect((await payouts()).numbers).toEqual(["000123456789", "asha@okhdfc"]);
  expect(await readReceivingAccounts()).toMatchObject([
    { accountNumber: receivingAccount.account_number },
  ]);
});

test("a process that lacks the new data key answers with a retry and then reads it", async () => {
  const payer = await world.payer("₹10,000");
  await payer.pay(impsOrder());
  await rotateEncryptionKey({ data: true, print: () => undefined, noticeSeconds: 0 });
  // Simulates a process that started earlier and could not reach the database since.
  const newKeys = await database()
    .selectFrom("data_keys")
    .selectAll()
    .where("id", "=", 3)
    .execute();
  await sql`delete from data_keys where id = 3`.execute(database());
  await sql`update data_keys set retired_at = null`.execute(database());
  await openDataKeys(database(), keys(testEncryptionKey));
  await database().insertInto("data_keys").values(newKeys).execute();
  const answer = await payer.get("/payouts");
  expect([answer.status, answer.body.error.code]).toEqual([503, "TRY_AGAIN"]);
  await rereadDataKeys(database());
  expect((await payer.get("/payouts")).status).toBe(200);
});

test("fails while a running process lacks the newest key, or another rotation runs", async () => {
  await openDataKeys(database(), keys(`${newKey},${testEncryptionKey}`));
  const old = keys(testEncryptionKey)[0]?.name ?? "";
  await sql`insert into processes (id, role, host, version, started_at, beat_at, encryption_keys)
    values (gen_random_uuid(), 'worker', 'pune-2', '0.1.0', now(), now(), ${[old]})`.execute(
    database(),
  );
  const rotate = () => adminCommand(["rotate-encryption-key"], () => undefined);
  await expect(rotate()).rejects.toThrow(/run without the newest key .*: pune-2 \(worker\)\. Give/);
  await sql`update processes set beat_at = now() - interval '2 minutes'`.execute(database());
  const attempts = await Promise.allSettled([rotate(), rotate(), rotate()]);
  const failures = attempts.filter(({ status }) => status === "rejected");
  expect(failures.map((one) => String((one as PromiseRejectedResult).reason))).toEqual(
    failures.map(() => "ConfigError: Another rotation is in progress"),
  );
  expect(failures.length).toBeLessThan(3);
});

test("a rotation covers every encrypted column of the database [34.5]", async () => {
  const { rows } = await sql<{ place: string }>`
    select case when table_schema = 'public' then table_name else table_schema || '.' || table_name end
      || '.' || column_name as place
    from information_schema.columns
    where column_name like '%\\_encrypted' and table_schema not in ('pg_catalog', 'information_schema')
  `.execute(database());
  const listed = new Set(encryptedColumns.map(({ table, column }) => `${table}.${column}`));
  expect(rows.map(({ place }) => place).filter((place) => !listed.has(place))).toEqual([]);
});
