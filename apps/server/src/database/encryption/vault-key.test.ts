// The guarantee: with a key in Vault, nothing that Rokad stores opens the data keys; the key is
// rotated and replaced while servers run; and a Vault that does not help is named in a sentence.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { testEncryptionKey } from "../../../test/encryption-key.ts";
import { impsOrder, openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import { loopbackCertificate } from "../../../test/stand-ins/loopback-certificate.ts";
import { openVault, vaultToken } from "../../../test/stand-ins/vault.ts";
import { adminCommand } from "../../admin-commands.ts";
import { readConfig } from "../../kernel/config.ts";
import { loadEncryptionKeys, readEncryptionKeys } from "../../kernel/encryption-keys.ts";
import { vaultKey } from "../../kernel/vault-key.ts";
import type { VaultSettings } from "../../kernel/vault-settings.ts";
import { decryptDestination } from "../../payouts/destination.ts";
import { database } from "../db.ts";
import { openDataKeys, rereadDataKeys } from "./data-keys.ts";

const name = "vault:transit/rokad";
const localKeys = readEncryptionKeys(testEncryptionKey) ?? [];

let world: PayoutWorld;
let vault: Awaited<ReturnType<typeof openVault>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rokad-vault-"));
});
beforeEach(async () => {
  [world, vault] = await Promise.all([openPayoutWorld(), openVault()]);
});
afterEach(() => Promise.all([world.close(), vault.close()]));
afterAll(() => rm(folder, { recursive: true }));

const settings = (other: Partial<VaultSettings> = {}): VaultSettings => ({
  address: vault.url,
  namespace: undefined,
  mount: "transit",
  key: "rokad",
  token: vaultToken,
  tokenFile: undefined,
  caFile: undefined,
  use: "current",
  ...other,
});
const keysOf = (other?: Partial<VaultSettings>, encryptionKeys = localKeys) =>
  loadEncryptionKeys({ encryptionKeys, dataDir: folder, vault: settings(other) });
const impatient = (other?: Partial<VaultSettings>) =>
  vaultKey(settings(other), { patienceMs: 0 }).encrypt(Buffer.from("a"));

async function wrappings() {
  const rows = await database()
    .selectFrom("data_keys")
    .select(["wrapped", "wrapped_with"])
    .orderBy("id")
    .execute();
  return rows.map(({ wrapped, wrapped_with: by }) => [by, wrapped.toString("latin1").slice(0, 9)]);
}

async function numbers() {
  const rows = await database()
    .selectFrom("payouts")
    .select(["id", "method", "destination_encrypted", "destination_end"])
    .execute();
  return rows.map(decryptDestination);
}

async function rotate(): Promise<string[]> {
  const lines: string[] = [];
  await adminCommand(["rotate-encryption-key"], (line) => lines.push(line));
  return lines;
}

test("the data keys move from ENCRYPTION_KEY to Vault and back between payouts [34.10]", async () => {
  const payer = await world.payer("₹10,000");
  await payer.pay(impsOrder());
  await openDataKeys(database(), await keysOf());
  expect((await rotate()).at(-1)).toBe(
    `Every data key is encrypted with ${name}. Remove the other keys from ENCRYPTION_KEY.`,
  );
  expect(await wrappings()).toEqual([
    [name, "vault:v1:"],
    [name, "vault:v1:"],
  ]);
  await payer.pay(impsOrder());
  await openDataKeys(database(), await keysOf({}, []));
  expect(await numbers()).toEqual(["000123456789", "000123456789"]);
  await expect(openDataKeys(database(), localKeys)).rejects.toThrow(
    `encrypted with the key ${name}`,
  );
  await openDataKeys(database(), await keysOf({ use: "retiring" }));
  expect((await rotate()).at(-1)).toContain(`encrypted with ${localKeys[0]?.name}`);
  vault.setSealed(true);
  await openDataKeys(database(), localKeys);
  expect(await numbers()).toEqual(["000123456789", "000123456789"]);
});

test("a new version of Vault's key takes over by rewrap, and the old one can be retired [34.10]", async () => {
  const payer = await world.payer("₹10,000");
  await payer.pay(impsOrder());
  await openDataKeys(database(), await keysOf());
  await rotate();
  vault.rotate();
  vault.clearRequests();
  await rotate();
  expect(new Set(vault.requests.map(({ path }) => path))).toEqual(
    new Set(["/v1/transit/rewrap/rokad"]),
  );
  vault.retireOldVersions();
  await openDataKeys(database(), await keysOf({}, []));
  expect(await numbers()).toEqual(["000123456789"]);
  expect((await wrappings())[0]).toEqual([name, "vault:v2:"]);
});

test("a wrapped data key can't stand in for another one [34.10]", async () => {
  await openDataKeys(database(), await keysOf());
  await rotate();
  const [lookup] = await database()
    .selectFrom("data_keys")
    .select("wrapped")
    .orderBy("id")
    .execute();
  await database()
    .updateTable("data_keys")
    .set({ wrapped: lookup?.wrapped as Buffer })
    .where("purpose", "=", "encrypt")
    .execute();
  await expect(openDataKeys(database(), await keysOf({}, []))).rejects.toThrow("is damaged");
});

test("servers go on while Vault is away, and a start waits for it [34.10]", async () => {
  const payer = await world.payer("₹10,000");
  await openDataKeys(database(), await keysOf());
  await rotate();
  await vault.down();
  await rereadDataKeys(database());
  expect((await payer.pay(impsOrder())).status).toBe(201);
  const start = openDataKeys(database(), await keysOf({}, []));
  await vault.up();
  await start;
  vault.planFault({ kind: "status", acts: false, status: 429 });
  await openDataKeys(database(), await keysOf({}, []));
  expect(await numbers()).toEqual(["000123456789"]);
});

test("says in a sentence that Vault is sealed, forbids, lacks the key, or is away [34.10]", async () => {
  await expect(impatient({ token: "wrong" })).rejects.toThrow(
    `Vault at ${vault.url} forbids transit/encrypt/rokad. Check that the token is valid`,
  );
  await expect(impatient({ namespace: "other" })).rejects.toThrow("forbids");
  await expect(impatient({ key: "other" })).rejects.toThrow("the key does not exist");
  await expect(impatient({ mount: "secret" })).rejects.toThrow("has no transit engine at secret/");
  await expect(impatient({ token: undefined, tokenFile: "/missing" })).rejects.toThrow(
    "VAULT_TOKEN_FILE: /missing has no token.",
  );
  vault.setSealed(true);
  await expect(impatient()).rejects.toThrow("is sealed. Unseal it and start again.");
  vault.setSealed(false);
  vault.planFault({ kind: "garbage", acts: false });
  await expect(impatient()).rejects.toThrow("did not answer with JSON");
  vault.planFault({ kind: "silent", acts: false });
  await expect(impatient()).rejects.toThrow("does not answer");
  await vault.down();
  const error = await impatient().catch((reason: Error) => reason);
  expect(error).toMatchObject({ message: `Vault at ${vault.url} does not answer (ECONNREFUSED).` });
  expect(JSON.stringify(error)).not.toContain(vaultToken);
});

test("a token file is read for each call, and a namespace is sent [34.10]", async () => {
  const other = await openVault({ namespace: "payments" });
  const tokenFile = join(folder, "token");
  await writeFile(tokenFile, `${vaultToken}\n`);
  const key = vaultKey(
    settings({ address: other.url, namespace: "payments", token: undefined, tokenFile }),
    { patienceMs: 0 },
  );
  const encrypted = await key.encrypt(Buffer.from("a data key"));
  other.changeToken("hvs.renewed");
  await writeFile(tokenFile, "hvs.renewed");
  expect((await key.decrypt(encrypted)).toString()).toBe("a data key");
  await other.close();
});

test("Vault's certificate is checked against VAULT_CACERT [34.10]", async () => {
  const server = createServer(loopbackCertificate, (incoming, outgoing) => {
    void text(incoming).then((body) => {
      const { method = "", headers } = incoming;
      const path = incoming.url ?? "";
      const { status, json } = vault.handle({
        method,
        path,
        headers,
        body,
        query: new URLSearchParams(),
      });
      return outgoing.writeHead(status).end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `https://localhost:${(server.address() as AddressInfo).port}`;
  await expect(impatient({ address })).rejects.toThrow("DEPTH_ZERO_SELF_SIGNED_CERT");
  const caFile = join(folder, "ca.pem");
  await writeFile(caFile, loopbackCertificate.cert);
  expect((await impatient({ address, caFile })).toString()).toMatch(/^vault:v1:/);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("incomplete settings stop the start, and production needs no ENCRYPTION_KEY with Vault [34.10]", () => {
  const complete = {
    VAULT_ADDR: "https://vault.internal:8200",
    VAULT_TRANSIT_KEY: "rokad",
    VAULT_TOKEN: vaultToken,
  };
  expect(readConfig(complete).vault).toMatchObject({ key: "rokad", mount: "transit" });
  const { VAULT_TOKEN: _, ...withoutToken } = complete;
  expect(() => readConfig(withoutToken)).toThrow("set either VAULT_TOKEN or VAULT_TOKEN_FILE");
  expect(() => readConfig({ ...complete, VAULT_ADDR: "http://10.0.0.4:8200" })).toThrow("https://");
  expect(() => readConfig({ ...complete, VAULT_KEY_USE: "retiring" })).toThrow("ENCRYPTION_KEY");
  expect(() => readConfig({ ...complete, NODE_ENV: "production" })).not.toThrow("ENCRYPTION_KEY");
});
