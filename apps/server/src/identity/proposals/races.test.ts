// The guarantee: when several act at once, a proposal ends once, and the number of active super
// admins counts at the moment of the change.
import type { SettingChangeRequest } from "@rokad/contract/settings";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { presign } from "../../../test/presign.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openSettingsWorld, type SettingsWorld } from "../../../test/settings-world.ts";
import { database, transaction } from "../../database/db.ts";
import { expireOldProposals } from "./expire-proposals.ts";

let world: SettingsWorld;
let third: SignedIn;
beforeAll(async () => {
  world = await openSettingsWorld();
  third = await world.newSuperAdmin("Ravi Menon");
});
afterEach(async () => {
  for (const person of [world.admin, world.second, third]) await world.setActive(person, true);
  await world.resetSettings();
});
afterAll(() => world.close());

const fee = { key: "fee_paise", seen: 5_00, value: 7_00 } as const;
const reason = "Agreed with the board";
const feeNow = async () => (await world.settingOf("fee_paise")).value;
const feeChanges = async () => (await world.history("fee_paise")).total;

async function proposed(): Promise<string> {
  return (await world.saveSigned(world.admin, [fee])).body.proposal_id ?? "";
}

/** Signs a change of settings now. @returns the call that saves it. */
async function signedChange(by: SignedIn, changes: readonly SettingChangeRequest[]) {
  const path = "/super-admin/settings";
  const body = { changes, reason };
  const signature = await presign(by, path, body, "put");
  return () => by.put(path, body, { signature });
}

const stateOf = async (id: string) =>
  (await world.second.get(`/super-admin/proposals/${id}`)).body.data.state;

describe("at the same time", () => {
  test("of two who confirm one does, and the other learns who did", async () => {
    const before = await feeChanges();
    for (let round = 0; round < 5; round += 1) {
      const id = await proposed();
      const calls = [
        await world.signedConfirmation(world.second, id),
        await world.signedConfirmation(third, id),
      ];
      const answers = await Promise.all(calls.map((confirm) => confirm()));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const late = answers.find(({ status }) => status === 409);
      expect(late?.body.error.message).toMatch(
        /^(Kabir Rao|Ravi Menon) already confirmed this on /,
      );
      expect(await feeNow()).toBe(7_00);
      await world.resetSettings();
    }
    expect(await feeChanges()).toBe(before + 5);
  });

  test.each(["withdraw", "reject"] as const)(
    "confirm and %s: one wins, and the value agrees with it",
    async (ending) => {
      for (let round = 0; round < 8; round += 1) {
        const id = await proposed();
        const confirm = await world.signedConfirmation(world.second, id);
        const by = ending === "withdraw" ? world.admin : third;
        const end = () => by.post(`/super-admin/proposals/${id}/${ending}`, { reason: "No" });
        const calls = round % 2 === 0 ? [confirm, end] : [end, confirm];
        const answers = await Promise.all(calls.map((call) => call()));
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
        const state = await stateOf(id);
        expect(await feeNow()).toBe(state === "confirmed" ? 7_00 : 5_00);
        await world.resetSettings();
      }
    },
  );

  test("two proposals of one setting: one waits, the other gets 409", async () => {
    const others = [world.admin, world.second, third];
    const signed = await Promise.all(
      others.map((by, at) => signedChange(by, [{ ...fee, value: 6_00 + at }])),
    );
    const answers = await Promise.all(signed.map((save) => save()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body.error.code)).toEqual([
      "PROPOSAL_WAITING",
      "PROPOSAL_WAITING",
    ]);
    expect((await third.get("/super-admin/proposals")).body.total).toBe(1);
  });

  test("the same proposal sent 4 times with one signature waits once", async () => {
    const save = await signedChange(world.admin, [fee]);
    const answers = await Promise.all([save(), save(), save(), save()]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await third.get("/super-admin/proposals")).body.total).toBe(1);
  });

  test("confirming and expiring: confirmed or expired, never both", async () => {
    const id = await proposed();
    const confirm = await world.signedConfirmation(world.second, id);
    await sql`update proposals set expires_at = now() + interval '30 milliseconds'`.execute(
      database(),
    );
    const [answer] = await Promise.all([confirm(), expireOldProposals()]);
    expect(await feeNow()).toBe(answer.status === 200 ? 7_00 : 5_00);
  });
});

describe("a change of the people at the same time", () => {
  /** Runs a call while an uncommitted change of a person's state holds the row. */
  async function during<T>(person: SignedIn, isActive: boolean, call: () => Promise<T>) {
    let answer: Promise<T> | undefined;
    await transaction(async (db) => {
      await db
        .updateTable("people")
        .set({ is_active: isActive })
        .where("id", "=", person.id)
        .execute();
      answer = call();
      await waitsForRow();
    });
    if (!answer) throw new Error("The call did not start");
    return answer;
  }

  async function waitsForRow(): Promise<void> {
    for (let check = 0; check < 500; check += 1) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()
      `.execute(database());
      if ((rows[0]?.count ?? 0) > 0) return;
    }
    throw new Error("Nothing waits for the row");
  }

  test("a reactivation counts: the change waits for the second person", async () => {
    await world.setActive(third, false);
    await world.setActive(world.second, false);
    const save = await signedChange(world.admin, [fee]);
    const { body } = await during(world.second, true, save);
    expect(body.proposal_id).toEqual(expect.any(String));
    expect(await feeNow()).toBe(5_00);
  });

  test("a deactivation counts: the only one left applies it at once", async () => {
    await world.setActive(third, false);
    const save = await signedChange(world.admin, [fee]);
    const { body } = await during(world.second, false, save);
    expect([body.applied, body.proposal_id]).toEqual([["fee_paise"], null]);
  });

  test("a proposer who is being deactivated can't be confirmed", async () => {
    const id = await proposed();
    const confirm = await world.signedConfirmation(world.second, id);
    const answer = await during(world.admin, false, confirm);
    expect([answer.status, answer.body.error.code]).toEqual([409, "PROPOSER_INACTIVE"]);
    await world.setActive(world.admin, true);
    expect(await feeNow()).toBe(5_00);
  });

  test("a confirmer who is being deactivated can't confirm", async () => {
    const id = await proposed();
    const confirm = await world.signedConfirmation(world.second, id);
    const answer = await during(world.second, false, confirm);
    expect([answer.status, answer.body.error.code]).toEqual([403, "ACCOUNT_INACTIVE"]);
    expect(await feeNow()).toBe(5_00);
  });
});
