// Where tenants' money goes changes only with two super admins: one proposes, another confirms.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { presign } from "../../../test/presign.ts";
import {
  openReceivingWorld,
  sampleAccount,
  type ReceivingWorld,
} from "../../../test/receiving-world.ts";
import { adminCommand } from "../../admin-commands.ts";
import { database } from "../../database/db.ts";

let world: ReceivingWorld;
beforeEach(async () => {
  world = await openReceivingWorld();
});
afterEach(async () => {
  expect(await world.faults()).toEqual([]);
  await world.close();
});

const path = "/super-admin/receiving-accounts";
const reason = "Agreed with the board";
type Answer = { status: number; body: { error?: { code: string } } };
const codeOf = ({ status, body }: Answer) => [status, body.error?.code];
const newForm = () => ({ ...sampleAccount, account_number: world.newAccountNumber() });
const labels = async () => (await world.list()).accounts.map(({ label }) => label);
const proposal = async (id: string) =>
  (await world.meera.get(`/super-admin/proposals/${id}`)).body.data;

/** Proposes as Meera. @returns the proposal's id. */
async function proposed(form: object): Promise<string> {
  const { status, body } = await world.addAccount(world.meera, form);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    message: "Proposed. A second super admin has to confirm it.",
    data: { id: null },
  });
  return body.proposal_id ?? "";
}

/** The proposal of a change of an account, by Meera. */
async function proposedChange(...[account, change]: Parameters<ReceivingWorld["change"]>) {
  const body = { ...world.bodyOf(account), ...change };
  const answer = await world.changeAccount(world.meera, account.id, body);
  expect(answer.status).toBe(200);
  return answer.body.proposal_id ?? "";
}

const auditRows = (subject: string) =>
  database()
    .selectFrom("audit_log")
    .select(["act", "actor_id", "reason", "before", "after"])
    .where("subject_id", "=", subject)
    .orderBy("seq")
    .execute();

describe("a proposed account", () => {
  test("is offered to tenants only after another super admin confirmed all its fields", async () => {
    const form = newForm();
    const id = await proposed(form);
    expect(await labels()).toEqual([]);
    expect(await proposal(id)).toMatchObject({
      kind: "receiving_account",
      title: `Receiving account HDFC Bank ****${form.account_number.slice(-4)}`,
      changes: [{ before: null, after: { ...form, is_active: true, is_default: true } }],
    });
    expect(codeOf(await world.confirm(world.meera, id))).toEqual([409, "SECOND_APPROVER_NEEDED"]);
    expect((await world.confirm(world.ravi, id)).status).toBe(200);
    const [account] = (await world.list()).accounts;
    expect(account).toMatchObject({
      ...form,
      changed_by: { name: "Meera Iyer" },
      confirmed_by: { name: "Ravi Nair" },
    });
  });

  test("needs a signature and a reason of its own, and stays closed to everyone else", async () => {
    const form = newForm();
    const missing = await world.meera.post(path, form);
    expect([missing.status, missing.body.error.fields]).toEqual([
      400,
      { reason: "A reason is required" },
    ]);
    const signature = await presign(world.meera, path, { ...form, reason });
    const other = { ...form, account_number: world.newAccountNumber(), reason };
    expect(codeOf(await world.meera.post(path, other, { signature }))).toEqual([
      403,
      "STEP_UP_REQUIRED",
    ]);
    const tenant = await world.retailer();
    expect((await tenant.post(path, { ...form, reason }, { signature })).status).toBe(403);
    expect((await world.anyone.post(path, { ...form, reason }, { signature })).status).toBe(401);
    expect(await labels()).toEqual([]);
    expect((await world.meera.get("/super-admin/proposals")).body.total).toBe(0);
  });

  test("is in the audit log with both people and a masked number; the others are notified", async () => {
    const account = await world.add();
    const id = await proposedChange(account, { label: "Renamed" });
    const masked = `****${account.account_number.slice(-4)}`;
    const { body } = await world.ravi.get("/notifications");
    expect(body.data[0]).toMatchObject({
      kind: "proposal_waiting",
      text: `Meera Iyer wants to change Receiving account HDFC Bank ${masked}. It needs a second super admin`,
    });
    await world.confirm(world.ravi, id);
    const rows = await auditRows(account.id);
    const both = { proposed_by: world.meera.id, confirmed_by: world.ravi.id };
    expect(rows).toMatchObject([
      { act: "receiving_account.added", actor_id: world.ravi.id, after: both },
      {
        act: "receiving_account.changed",
        actor_id: world.ravi.id,
        reason,
        before: { label: "Main collections" },
        after: { label: "Renamed", account_number: masked, proposal: id, ...both },
      },
    ]);
    const log = JSON.stringify([rows, await auditRows(id)]);
    expect(log).toContain(masked);
    expect(log).not.toContain(account.account_number);
    const stored = await database().selectFrom("proposals").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(account.account_number);
  });

  test("blocks only its own account, and a repeat of it changes nothing", async () => {
    const [first, second] = [await world.add(), await world.add()];
    const id = await proposedChange(first, { label: "Once" });
    const repeat = { ...world.bodyOf(first), label: "Once" };
    expect(codeOf(await world.changeAccount(world.meera, first.id, repeat))).toEqual([
      409,
      "PROPOSAL_WAITING",
    ]);
    expect(codeOf(await world.change(first, { label: "Other" }, world.ravi))).toEqual([
      409,
      "PROPOSAL_WAITING",
    ]);
    expect((await world.change(second, { label: "Free" })).status).toBe(200);
    expect((await world.confirm(world.ravi, id)).status).toBe(200);
    const late = await world.changeAccount(world.meera, first.id, repeat);
    expect([late.status, late.body.error.fields]).toEqual([400, { label: "Nothing changed" }]);
    expect((await labels()).toSorted()).toEqual(["Free", "Once"]);
  });

  test("moves the default alone: a second change of it waits for the first", async () => {
    await world.add();
    const [second, third] = [await world.add(), await world.add()];
    const id = await proposedChange(second, { is_default: true });
    expect(codeOf(await world.change(third, { is_default: true }, world.ravi))).toEqual([
      409,
      "PROPOSAL_WAITING",
    ]);
    await world.confirm(world.ravi, id);
    expect((await world.list()).accounts.map((one) => [one.id, one.is_default])[0]).toEqual([
      second.id,
      true,
    ]);
  });
});

describe("a proposal whose account changed meanwhile", () => {
  test("is void once the command line replaced the accounts", async () => {
    const account = await world.add();
    const id = await proposedChange(account, { label: "Late" });
    const other = await proposed(newForm());
    const command =
      "set-receiving-account --holder Rokad --number 99887766554433 --ifsc HDFC0000060";
    await adminCommand(command.split(" "), () => undefined);
    for (const each of [id, other]) {
      expect(codeOf(await world.confirm(world.ravi, each))).toEqual([409, "PROPOSAL_VOID"]);
      expect(await proposal(each)).toMatchObject({
        state: "void",
        closed_by: null,
        closing_reason: "The command line changed the receiving accounts after this was proposed.",
      });
    }
    expect((await auditRows(id)).at(-1)).toMatchObject({ act: "proposal.void", actor_id: null });
    const active = (await world.list()).accounts.filter(({ is_active: isActive }) => isActive);
    expect(active.map((one) => [one.account_number, one.changed_by])).toEqual([
      ["99887766554433", null],
    ]);
  });

  test("is void when another change of the default reached it first", async () => {
    const [first, second] = [await world.add(), await world.add()];
    const id = await proposedChange(first, { label: "Late" });
    await world.change(second, { is_default: true }, world.ravi);
    const late = await world.confirm(world.ravi, id);
    expect(codeOf(late)).toEqual([409, "PROPOSAL_VOID"]);
    expect(late.body.error.message).toBe(
      "Ravi Nair changed this account after this was proposed. The proposal is void, and nothing changed. Propose it again.",
    );
    expect((await world.find(first.id)).label).toBe("Main collections");
  });

  test("is void when the account exists by now, or could not be the default", async () => {
    const form = newForm();
    await world.add();
    const id = await proposed({ ...form, label: "Late" });
    await database()
      .updateTable("receiving_accounts")
      .set({ is_active: false, is_default: false })
      .execute();
    const late = await world.confirm(world.ravi, id);
    expect(late.body.error.message).toMatch(/^The only active account must be the default\./);
    expect(await labels()).toEqual(["Main collections"]);
  });
});

describe("at the same time", () => {
  /** A change of one account, signed by this person. */
  async function signed(by: ReceivingWorld["meera"], id: string, change: object) {
    const body = { ...world.bodyOf(await world.find(id)), ...change, reason };
    const signature = await presign(by, `${path}/${id}`, body, "put");
    return () => by.put(`${path}/${id}`, body, { signature });
  }

  /** A new account, signed by this person. */
  async function signedForm(by: ReceivingWorld["meera"], form: object) {
    const signature = await presign(by, path, { ...form, reason });
    return () => by.post(path, { ...form, reason }, { signature });
  }

  test("two people who propose the same account: one waits", async () => {
    for (let round = 0; round < 4; round += 1) {
      const form = newForm();
      const calls = [await signedForm(world.meera, form), await signedForm(world.ravi, form)];
      const answers = await Promise.all(calls.map((call) => call()));
      expect(answers.map(codeOf).toSorted()).toEqual([
        [201, undefined],
        [409, "PROPOSAL_WAITING"],
      ]);
      const id = answers.find(({ status }) => status === 201)?.body.proposal_id ?? "";
      const { proposed_by: proposer } = await proposal(id);
      const other = proposer.id === world.meera.id ? world.ravi : world.meera;
      expect((await world.confirm(other, id)).status).toBe(200);
      expect((await world.list()).accounts).toHaveLength(round + 1);
    }
  });

  test("two people who change one account: the second reads who was first", async () => {
    const account = await world.add();
    const calls = [
      await signed(world.meera, account.id, { label: "By Meera" }),
      await signed(world.ravi, account.id, { label: "By Ravi" }),
    ];
    const answers = await Promise.all(calls.map((call) => call()));
    expect(answers.map(codeOf).toSorted()).toEqual([
      [200, undefined],
      [409, "PROPOSAL_WAITING"],
    ]);
    expect((await world.find(account.id)).label).toBe("Main collections");
  });

  test("a confirmation and the command line: the account is what the last one set", async () => {
    for (let round = 0; round < 4; round += 1) {
      const form = newForm();
      const id = await proposed(form);
      const confirm = await world.signedConfirmation(world.ravi, id);
      const [answer] = await Promise.all([
        confirm(),
        adminCommand(["set-receiving-account", "--none"], () => undefined),
      ]);
      const { accounts } = await world.list();
      expect(accounts.filter(({ is_active: isActive }) => isActive)).toEqual([]);
      const isStored = accounts.some((one) => one.account_number === form.account_number);
      expect([answer.status, isStored]).toEqual(answer.status === 200 ? [200, true] : [409, false]);
    }
  });

  test("the only super admin left changes it at once, and three repeats add it once", async () => {
    const setRaviActive = (isActive: boolean) =>
      database()
        .updateTable("people")
        .set({ is_active: isActive })
        .where("id", "=", world.ravi.id)
        .execute();
    await setRaviActive(false);
    const form = newForm();
    const add = await signedForm(world.meera, form);
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.filter(({ status }) => status === 201).map(({ body }) => body)).toMatchObject([
      { message: "Receiving account added", data: { id: expect.any(String) }, proposal_id: null },
    ]);
    const { accounts } = await world.list();
    expect(accounts.map((one) => [one.changed_by?.name, one.confirmed_by])).toEqual([
      ["Meera Iyer", null],
    ]);
    await setRaviActive(true);
  });
});
