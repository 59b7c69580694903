// The guarantee: an encrypted value can be read only with the right keys and in its own row and
// column; equal numbers can be found without decryption.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/clone-database.ts";
import { openTestKeys, testEncryptionKey } from "../../../test/encryption-key.ts";
import { closeDatabase, database, openDatabase } from "../db.ts";
import { newId } from "../../kernel/ids.ts";
import { openDataKeys } from "./data-keys.ts";
import { readEncryptionKeys } from "../../kernel/encryption-keys.ts";
import { blindIndex, encrypt, decrypt } from "./encrypt.ts";

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
/** An unknown key number is answered with a retry, because the key may be new. */
const decryptionError = /was altered|can.t be read just now/;

test("encrypts one number to 1,000 different values, each of which decrypts to it", () => {
  const id = newId();
  const encrypted = Array.from({ length: 1_000 }, () => encrypt(use, id, number));
  expect(new Set(encrypted.map((one) => one.toString("hex"))).size).toBe(1_000);
  expect(new Set(encrypted.map((one) => decrypt(use, id, one)))).toEqual(new Set([number]));
  expect(encrypted[0]?.includes(number)).toBe(false);
});

test("does not decrypt a value with any bit changed [34.1]", () => {
  const id = newId();
  const encrypted = encrypt(use, id, number);
  for (let bit = 0; bit < encrypted.length * 8; bit += 1) {
    const altered = Buffer.from(encrypted);
    altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(() => decrypt(use, id, altered), `bit ${bit}`).toThrow(decryptionError);
  }
  for (let length = 0; length < encrypted.length; length += 1)
    expect(() => decrypt(use, id, encrypted.subarray(0, length))).toThrow(decryptionError);
});

test("does not decrypt a value that was moved to another row or column [34.1]", () => {
  const [id, other] = [newId(), newId()];
  const encrypted = encrypt(use, id, number);
  expect(() => decrypt(use, other, encrypted)).toThrow("belongs to another row");
  expect(() => decrypt("payout destination", id, encrypted)).toThrow("belongs to another row");
});

test("equal numbers have equal blind indexes, within one use and one installation [34.3]", async () => {
  const index = blindIndex("account number", number);
  expect(blindIndex("account number", number)).toEqual(index);
  expect(blindIndex("account number", "00123456789")).not.toEqual(index);
  expect(blindIndex("upi id", number)).not.toEqual(index);
  await sql`delete from data_keys`.execute(database());
  await openTestKeys();
  expect(blindIndex("account number", number)).not.toEqual(index);
});

test("creates one pair of keys when 4 servers start at once for the first time", async () => {
  await sql`delete from data_keys`.execute(database());
  await Promise.all([1, 2, 3, 4].map(openTestKeys));
  const { rows } = await sql`select id, purpose from data_keys order by id`.execute(database());
  expect(rows).toEqual([
    { id: 1, purpose: "lookup" },
    { id: 2, purpose: "encrypt" },
  ]);
});

test("stores no key unencrypted in the database [34.2]", async () => {
  const { rows } = await sql<{ wrapped: Buffer }>`select wrapped from data_keys`.execute(
    database(),
  );
  const lengths = rows.map(({ wrapped }) => wrapped.length);
  expect(lengths).toEqual([60, 60]);
});

test("rejects another ENCRYPTION_KEY with a message that names both, and accepts the two together [34.2]", async () => {
  const id = newId();
  const encrypted = encrypt(use, id, number);
  const other = readEncryptionKeys("0b".repeat(32)) ?? [];
  await expect(openDataKeys(database(), other)).rejects.toThrow(
    /ENCRYPTION_KEY does not fit this database: .* encrypted with the key [\da-f]{8}, and ENCRYPTION_KEY has [\da-f]{8}\./,
  );
  const both = readEncryptionKeys(`${"0b".repeat(32)}, ${testEncryptionKey}`) ?? [];
  await openDataKeys(database(), both);
  expect(decrypt(use, id, encrypted)).toBe(number);
});

test("rejects a data key that was altered in the table", async () => {
  await sql`update data_keys set wrapped = set_byte(wrapped, 30, 1 + get_byte(wrapped, 30) % 255)
    where purpose = 'encrypt'`.execute(database());
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
])("reads ENCRYPTION_KEY=%s as %s keys", (text, count) => {
  expect(readEncryptionKeys(text)?.length ?? null).toBe(count);
});
