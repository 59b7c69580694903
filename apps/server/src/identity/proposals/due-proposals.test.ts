// The guarantee: when the waiting time of a change is over, it takes effect once if it still may, also
// when workers and people act at the same moment.
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openSettingsWorld, type SettingsWorld } from "../../../test/settings-world.ts";
import { database } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { proposalHandlers } from "../../proposal-handlers.ts";
import { applyDueProposals } from "./apply-due-proposals.ts";

let world: SettingsWorld;
beforeAll(async () => {
  world = await openSettingsWorld();
  // A deposit request: from now on there is money to protect.
  await world.requestDeposit(await world.retailer(), 10_000);
});
afterEach(async () => {
  await world.setActive(world.admin, true);
  await world.setActive(world.second, true);
  await world.resetSettings();
});
afterAll(() => world.close());

const fee = { key: "fee_paise", seen: 5_00, value: 7_00 } as const;
const feeNow = async () => (await world.settingOf("fee_paise")).value;
const runTask = () => applyDueProposals(proposalHandlers);
const shown = async (id: string) =>
  (await world.admin.get(`/super-admin/proposals/${id}`)).body.data;
const withdraw = (id: string) => world.admin.post(`/super-admin/proposals/${id}/withdraw`);

/** Proposes as the only active super admin. @returns the proposal's id. */
async function proposedAlone(
  ...changes: Parameters<SettingsWorld["saveSigned"]>[1]
): Promise<string> {
  await world.setActive(world.second, false);
  const { status, body } = await world.saveSigned(world.admin, changes);
  expect([status, body.applied]).toEqual([200, []]);
  return body.proposal_id ?? "";
}

/** Lets the waiting time of a proposal pass. */
async function passTime(id: string): Promise<void> {
  await sql`update proposals set takes_effect_at = ${now()} where id = ${id}`.execute(database());
}

describe("when its time has come", () => {
  test("is void if the value changed meanwhile", async () => {
    const id = await proposedAlone(fee);
    await sql`insert into settings (key, value, updated_at) values ('fee_paise', '900', now())`.execute(
      database(),
    );
    await passTime(id);
    await runTask();
    expect([await feeNow(), (await shown(id)).state]).toEqual([9_00, "void"]);
  });

  test("is void if its proposer is no longer a super admin", async () => {
    const id = await proposedAlone(fee);
    await world.setActive(world.second, true);
    await world.setActive(world.admin, false);
    await passTime(id);
    await runTask();
    const { data } = (await world.second.get(`/super-admin/proposals/${id}`)).body;
    expect(data).toMatchObject({
      state: "void",
      closing_reason: "Meera Iyer, who proposed this, is no longer a super admin.",
    });
    await world.setActive(world.admin, true);
    expect(await feeNow()).toBe(5_00);
  });

  test("one that fails is tried again and holds up no other", async () => {
    const id = await proposedAlone(fee);
    const other = (
      await world.saveSigned(world.admin, [{ key: "gst_percent", seen: 18, value: 12 }])
    ).body.proposal_id as string;
    await passTime(id);
    await passTime(other);
    const failing = {
      ...proposalHandlers,
      settings: {
        ...proposalHandlers.settings,
        async check(content: unknown) {
          if (JSON.stringify(content).includes("fee_paise")) throw new Error("The line is cut");
        },
      },
    };
    await applyDueProposals(failing);
    expect([(await shown(id)).state, (await shown(other)).state]).toEqual(["waiting", "applied"]);
    await runTask();
    expect(await feeNow()).toBe(7_00);
  });
});

describe("at the same time", () => {
  test.each(["withdraw", "confirm"] as const)(
    "%s and its time: one wins, and the value agrees with it",
    async (ending) => {
      for (let round = 0; round < 6; round += 1) {
        const id = await proposedAlone(fee);
        await world.setActive(world.second, true);
        const end =
          ending === "confirm"
            ? await world.signedConfirmation(world.second, id)
            : () => withdraw(id);
        await passTime(id);
        const before = (await world.history("fee_paise")).total;
        const first = round % 2 === 0 ? runTask() : undefined;
        const [answer] = await Promise.all([end(), first ?? runTask()]);
        const { state } = await shown(id);
        const isChanged = state === "applied" || state === "confirmed";
        expect(await feeNow()).toBe(isChanged ? 7_00 : 5_00);
        expect((await world.history("fee_paise")).total).toBe(before + (isChanged ? 1 : 0));
        expect(answer.status).toBe(state === "applied" ? 409 : 200);
        await world.resetSettings();
      }
    },
  );
});
