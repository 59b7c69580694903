// The guarantee: what is sealed can be read with the right keys, in its own row and column, and
// in no other way; equal numbers are found without being read.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cloneDatabase } from "../../test/clone-database.ts";
import { openTestKeys, testEncryptionKey } from "../../test/encryption-key.ts";
import { closeDatabase, database, openDatabase } from "../db.ts";
import { newId } from "../ids.ts";
import { openDataKeys } from "./data-keys.ts";
import { readEncryptionKeys } from "./encryption-keys.ts";
import { lookupHash, seal, unseal } from "./seal.ts";

let drop: () => Promise<void>;
beforeAll(async () => {
  const clone = await cloneDatabase();
  drop = clone.drop;
  openDatabase(clone.url, { connections: 8 });
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});
beforeEach(openTestKeys);

const use = "bank account number";
const number = "000123456789";
/** A number of a key that there is not is answered with a retry, in case it is a new one. */
const refused = /was altered|can.t be read just now/;

test("one number sealed a thousand times is a thousand values, and each opens to the number", () => {
  const id = newId();
  const sealed = Array.from({ length: 1_000 }, () => seal(use, id, number));
  expect(new Set(sealed.map((one) => one.toString("hex"))).size).toBe(1_000);
  expect(new Set(sealed.map((one) => unseal(use, id, one)))).toEqual(new Set([number]));
  expect(sealed[0]?.includes(number)).toBe(false);
});

test("a value of which any bit was changed does not open", () => {
  const id = newId();
  const sealed = seal(use, id, number);
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const altered = Buffer.from(sealed);
    altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(() => unseal(use, id, altered), `bit ${bit}`).toThrow(refused);
  }
  for (let length = 0; length < sealed.length; length += 1)
    expect(() => unseal(use, id, sealed.subarray(0, length))).toThrow(refused);
});

test("a value that was moved to another row or column does not open", () => {
  const [id, other] = [newId(), newId()];
  const sealed = seal(use, id, number);
  expect(() => unseal(use, other, sealed)).toThrow("belongs to another row");
  expect(() => unseal("payout destination", id, sealed)).toThrow("belongs to another row");
});

test("equal numbers have equal hashes, of one kind and on one installation", async () => {
  const hash = lookupHash("account number", number);
  expect(lookupHash("account number", number)).toEqual(hash);
  expect(lookupHash("account number", "00123456789")).not.toEqual(hash);
  expect(lookupHash("upi id", number)).not.toEqual(hash);
  await sql`delete from data_keys`.execute(database());
  await openTestKeys();
  expect(lookupHash("account number", number)).not.toEqual(hash);
});

test("servers that start for the first time at once make one pair of keys", async () => {
  await sql`delete from data_keys`.execute(database());
  await Promise.all([1, 2, 3, 4].map(openTestKeys));
  const { rows } = await sql`select id, purpose from data_keys order by id`.execute(database());
  expect(rows).toEqual([
    { id: 1, purpose: "lookup" },
    { id: 2, purpose: "seal" },
  ]);
});

test("the database keeps no key in the clear", async () => {
  const { rows } = await sql<{ wrapped: Buffer }>`select wrapped from data_keys`.execute(
    database(),
  );
  const hashes = rows.map(({ wrapped }) => wrapped.length);
  expect(hashes).toEqual([60, 60]);
});

test("another ENCRYPTION_KEY stops the start with a sentence that names both; the two together do not", async () => {
  const id = newId();
  const sealed = seal(use, id, number);
  const other = readEncryptionKeys("0b".repeat(32)) ?? [];
  await expect(openDataKeys(database(), other)).rejects.toThrow(
    /ENCRYPTION_KEY does not fit this database: .* locked with the key [\da-f]{8}, and ENCRYPTION_KEY has [\da-f]{8}\./,
  );
  const both = readEncryptionKeys(`${"0b".repeat(32)}, ${testEncryptionKey}`) ?? [];
  await openDataKeys(database(), both);
  expect(unseal(use, id, sealed)).toBe(number);
});

test("a data key that was altered in the table is not taken for one", async () => {
  await sql`update data_keys set wrapped = set_byte(wrapped, 30, 1 + get_byte(wrapped, 30) % 255)
    where purpose = 'seal'`.execute(database());
  await expect(openTestKeys()).rejects.toThrow("The data key 2 of this database is damaged");
  await sql`delete from data_keys`.execute(database());
});

test.each([
  ["", null],
  ["short", null],
  ["7e57".repeat(15), null],
  [`${testEncryptionKey},`, null],
  [Buffer.alloc(31).toString("base64"), null],
  [testEncryptionKey, 1],
  [Buffer.alloc(32, 7).toString("base64"), 1],
  [`${Buffer.alloc(32, 7).toString("base64")} , ${testEncryptionKey}`, 2],
])("ENCRYPTION_KEY=%s is read as %s keys", (text, count) => {
  expect(readEncryptionKeys(text)?.length ?? null).toBe(count);
});
