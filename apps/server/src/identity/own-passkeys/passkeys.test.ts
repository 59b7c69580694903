// The guarantee: people keep several passkeys, hear of each change, and are never locked out; super
// admins read what a changed host name does, before and after.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditRowsOf } from "../../../test/audit-log.ts";
import { givePasskey } from "../../../test/passkey-steps.ts";
import { openPayoutWorld, type PayoutWorld } from "../../../test/payout-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { createPasskey } from "../../../test/software-authenticator.ts";
import { database } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { createLog, log, useLog } from "../../kernel/log.ts";
import { usePasskeyOrigins } from "../../kernel/passkey-origins.ts";
import { warnOfOtherHosts } from "./count-hosts.ts";

let world: PayoutWorld;
let person: SignedIn;
beforeAll(async () => {
  world = await openPayoutWorld();
});
beforeEach(async () => {
  person = await world.operator();
});
afterEach(() => usePasskeyOrigins("localhost"));
afterAll(() => world.close());

const listOf = async (by = person) => (await by.get("/auth/passkeys")).body.data;

describe("a person's passkeys", () => {
  test("are added, renamed and removed, each with a notification and an audit row", async () => {
    await givePasskey(person, "Phone");
    const [added] = (await listOf()).passkeys;
    expect(added).toMatchObject({ name: "Phone", host: "localhost", works_here: true });
    const path = `/auth/passkeys/${added?.id ?? ""}` as const;
    expect((await person.patch(path, { name: "  Shop phone " })).body.data.name).toBe("Shop phone");
    expect((await person.delete(path)).body.message).toBe("Passkey removed. Codes still work.");
    expect((await listOf()).passkeys).toEqual([]);
    const rows = await auditRowsOf(added?.id ?? "");
    expect(rows.map(({ act }) => act)).toEqual([
      "passkey.added",
      "passkey.renamed",
      "passkey.removed",
    ]);
    const { body } = await person.get("/notifications");
    expect(body.data.map(({ kind, text }) => [kind, text.split(".")[0]])).toEqual([
      ["passkey_removed", "Shop phone"],
      ["passkey_added", "Phone"],
    ]);
    // The code still works.
    world.pass(31_000);
    await world.signIn(person.mobile);
  });

  test("of another person can't be renamed or removed", async () => {
    await givePasskey(person);
    const id = (await listOf()).passkeys[0]?.id ?? "";
    const other = await world.operator();
    expect((await other.patch(`/auth/passkeys/${id}`, { name: "Mine" })).status).toBe(404);
    expect((await other.delete(`/auth/passkeys/${id}`)).status).toBe(404);
    expect((await listOf()).passkeys).toHaveLength(1);
  });

  test("are at most 20", async () => {
    for (let count = 0; count < 20; count += 1) await insertPasskey(person, "localhost");
    const full = await person.post("/auth/passkeys/begin");
    expect([full.status, full.body.error.code]).toEqual([422, "TOO_MANY_PASSKEYS"]);
  });

  test("can't be added twice, nor with an answer of another origin", async () => {
    const passkey = await givePasskey(person);
    const begin = async () => (await person.post("/auth/passkeys/begin")).body.data;
    const first = await begin();
    const credential = passkey.create(first.options);
    const twice = await person.post("/auth/passkeys", { id: first.id, name: "Again", credential });
    expect([twice.status, twice.body.error.code]).toEqual([409, "PASSKEY_EXISTS"]);
    const second = await begin();
    const foreign = createPasskey({ origin: "https://rokad.example" }).create(second.options);
    const refused = await person.post("/auth/passkeys", {
      id: second.id,
      name: "Foreign",
      credential: foreign,
    });
    expect(refused.body.error.code).toBe("PASSKEY_REFUSED");
  });

  test("can't be changed by a super admin who views the tenant", async () => {
    await givePasskey(person);
    const id = (await listOf()).passkeys[0]?.id ?? "";
    const admin = await world.superAdmin();
    const { body } = await admin.post(`/super-admin/tenants/${person.id}/view`, {
      reason: "Ticket 4711",
    });
    const view = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string) =>
      world.app.inject({
        method,
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${body.data.access_token}` },
        ...(method !== "GET" && { payload: { name: "Mine" } }),
      });
    expect((await view("GET", "/auth/passkeys")).statusCode).toBe(200);
    for (const [method, path] of [
      ["POST", "/auth/passkeys/begin"],
      ["POST", "/auth/passkeys"],
      ["POST", "/auth/passkeys/confirm"],
      ["PATCH", `/auth/passkeys/${id}`],
      ["DELETE", `/auth/passkeys/${id}`],
    ] as const)
      expect((await view(method, path)).json().error.code).toBe("READ_ONLY_VIEW");
  });
});

describe("a changed host name", () => {
  test("leaves old passkeys listed as of another host, counted and logged at the start", async () => {
    await database().deleteFrom("passkeys").execute();
    await givePasskey(person);
    usePasskeyOrigins(["https://pay.example.in"]);
    const { passkeys, can_confirm: canConfirm } = await listOf();
    expect([passkeys[0]?.works_here, canConfirm]).toEqual([false, false]);
    const admin = await world.superAdmin();
    expect((await admin.get("/super-admin/passkey-hosts")).body.data).toEqual({
      host: "pay.example.in",
      origins: ["https://pay.example.in"],
      counts: [{ host: "localhost", passkey_count: 1 }],
    });
    const lines: string[] = [];
    const before = log();
    useLog(createLog("warn", { write: (line) => void lines.push(line) }));
    await warnOfOtherHosts();
    usePasskeyOrigins("localhost");
    await warnOfOtherHosts();
    useLog(before);
    expect(lines.map((line) => JSON.parse(line).host)).toEqual(["pay.example.in"]);
  });

  test("must cover every address of the console", async () => {
    usePasskeyOrigins(["https://pay.example.in", "https://ops.example.in"]);
    const admin = await world.superAdmin();
    const save = (value: string) =>
      admin.put("/super-admin/settings", {
        changes: [{ key: "passkey_host", seen: "pay.example.in", value }],
      });
    const narrow = await save("ops.example.in");
    expect([narrow.status, narrow.body.error.fields]).toEqual([
      400,
      {
        passkey_host: "Enter the host name of https://pay.example.in, or a domain above it",
      },
    ]);
    expect((await save("example.in")).status).toBe(200);
    await database().deleteFrom("settings").where("key", "=", "passkey_host").execute();
  });
});

async function insertPasskey({ id }: SignedIn, host: string): Promise<void> {
  await database()
    .insertInto("passkeys")
    .values({
      id: newId(),
      person_id: id,
      credential_id: Buffer.from(newId()),
      public_key: Buffer.alloc(0),
      counter: 0n,
      transports: [],
      is_backed_up: false,
      aaguid: newId(),
      name: "Key",
      rp_id: host,
      created_at: new Date(),
    })
    .execute();
}
