// The guarantee: a saved beneficiary comes back as it was entered, belongs to one business only, and
// is never deleted.
import {
  archiveBeneficiary,
  createBeneficiary,
  editBeneficiary,
  getBeneficiary,
  listBeneficiaries,
  restoreBeneficiary,
} from "@rokad/contract/beneficiaries";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newestSeq } from "../../../test/audit-log.ts";
import { beneficiaryOf } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { database } from "../../database/db.ts";

let world: World;
let owner: SignedIn;
beforeAll(async () => {
  world = await openWorld();
  owner = await world.operator({ wallet: "₹10,000" });
});
afterAll(() => world.close());

let made = 0;
const newNumber = () => `70000${String((made += 1)).padStart(7, "0")}`;

async function save(change: Parameters<typeof beneficiaryOf>[1] = {}, by = owner) {
  const { data } = await by.ask(createBeneficiary, { body: beneficiaryOf(newNumber(), change) });
  return data;
}

describe("a saved beneficiary", () => {
  test("has every field that was entered, and its account masked", async () => {
    const account = newNumber();
    const body = beneficiaryOf(account, {
      name: "Asha Rao",
      short_name: "Packaging Asha",
      tags: ["packaging", "monthly"],
      note: "Closed on\nSundays",
      email: "asha@example.com",
      phone: "9876543210",
      address: "12 MG Road, Bengaluru",
      gstin: "29abcpd1234e1za",
      pan: " abcpd1234e ",
    });
    const { data, message } = await owner.ask(createBeneficiary, { body });
    expect(message).toBe("Asha Rao saved");
    expect(data).toMatchObject({
      name: "Asha Rao",
      short_name: "Packaging Asha",
      kind: "vendor",
      tags: ["packaging", "monthly"],
      note: "Closed on\nSundays",
      email: "asha@example.com",
      phone: "9876543210",
      address: "12 MG Road, Bengaluru",
      gstin: "29ABCPD1234E1ZA",
      pan: "ABCPD1234E",
      version: 1,
      warning: null,
      destinations_count: 1,
      default_destination: {
        method: "imps",
        account: `****${account.slice(-4)}`,
        ifsc_code: "HDFC0000001",
        bank_name: "HDFC Bank",
        is_default: true,
      },
    });
    const { data: read } = await owner.ask(getBeneficiary, { params: { id: data.id } });
    expect(read).toEqual({ ...data, warning: undefined });
  });

  test("needs only a name, a kind and a destination", async () => {
    const { data } = await owner.ask(createBeneficiary, {
      body: {
        name: "Ravi Kumar",
        kind: "employee",
        destination: { method: "upi", upi_id: "Ravi@okhdfc" },
      },
    });
    expect(data).toMatchObject({
      tags: [],
      note: null,
      email: null,
      gstin: null,
      default_destination: { method: "upi", account: "Ravi@okhdfc", ifsc_code: null },
    });
  });

  test.each([
    [
      "a GSTIN with a wrong check character",
      { gstin: "29ABCPD1234E1ZB" },
      "gstin",
      /Check the GSTIN/,
    ],
    ["a PAN of no kind of holder", { pan: "ABCXD1234E" }, "pan", /Enter a valid PAN/],
    [
      "a PAN that is not in the GSTIN",
      { gstin: "29ABCPD1234E1ZA", pan: "ABCPD1234F" },
      "pan",
      /not the one in the GSTIN/,
    ],
    ["an e-mail without a host", { email: "asha@" }, "email", /Invalid email address/],
    ["a kind of its own", { kind: "friend" }, "kind", /Choose vendor/],
    ["eleven tags", { tags: "abcdefghijk".split("") }, "tags", /at most 10 tags/],
    [
      "a destination of no method",
      { destination: { method: "cash" } },
      "destination.method",
      /Choose UPI or IMPS/,
    ],
  ])("%s is rejected with a sentence", async (_, change, field, message) => {
    const body = { ...beneficiaryOf(newNumber()), ...change };
    const { status, body: answer } = await owner.post("/beneficiaries", body);
    expect([status, answer.error.code]).toEqual([400, "INVALID_INPUT"]);
    expect(answer.error.fields[field]).toMatch(message);
  });

  test("is saved once for a repeated key, which stores nothing personal", async () => {
    const body = beneficiaryOf(newNumber(), { email: "once@example.com", pan: "ABCPD9999E" });
    const first = await owner.post("/beneficiaries", body, { key: "save-once" });
    const again = await owner.post("/beneficiaries", body, { key: "save-once" });
    expect([first.status, again.body.data.id]).toEqual([201, first.body.data.id]);
    const { rows } = await sql<{ answer: object }>`
      select answer from idempotency_keys where key = 'save-once'
    `.execute(database());
    expect(rows).toEqual([{ answer: { id: first.body.data.id, warning: null } }]);
  });

  test("of the name of another one is saved, with a warning", async () => {
    await save({ name: "Twin Traders" });
    expect(await save({ name: "twin  traders" })).toMatchObject({
      warning: "Another beneficiary is called Twin Traders. Check that you need both.",
    });
  });
});

describe("changes", () => {
  test("an edit replaces the fields, and a stale one is refused", async () => {
    const { id } = await save({ name: "Old Name", email: "old@example.com" });
    const form = { name: "New Name", kind: "customer", version: 1 } as const;
    const { data } = await owner.ask(editBeneficiary, { params: { id }, body: form });
    expect(data).toMatchObject({ name: "New Name", kind: "customer", email: null, version: 2 });
    const { status, body } = await owner.put(`/beneficiaries/${id}`, form);
    expect([status, body.error.message]).toEqual([
      409,
      "New Name was edited in the meantime. Reload the page and edit again.",
    ]);
    const { data: found } = await owner.ask(listBeneficiaries, { query: { search: "old name" } });
    expect(found).toEqual([]);
  });

  test("an archived one leaves the list and can be restored; nothing is deleted", async () => {
    const { id } = await save({ name: "Zz Archived" });
    const list = async (status?: "archived") => {
      const query = { search: "zz arch", ...(status && { status }) };
      return (await owner.ask(listBeneficiaries, { query })).data.map((row) => row.id);
    };
    await owner.ask(archiveBeneficiary, { params: { id } });
    expect([await list(), await list("archived")]).toEqual([[], [id]]);
    await owner.ask(restoreBeneficiary, { params: { id } });
    expect([await list(), await list("archived")]).toEqual([[id], []]);
  });

  test("the audit log has each change in words, without an account or an e-mail", async () => {
    const since = await newestSeq();
    const number = newNumber();
    const form = beneficiaryOf(number, { name: "Audited Payee", email: "secret@example.com" });
    const preparer = await world.member(owner, ["preparer"], "Priya Nair");
    const { data } = await preparer.ask(createBeneficiary, { body: form });
    const { destination: _, ...fields } = form;
    await preparer.ask(editBeneficiary, {
      params: { id: data.id },
      body: { ...fields, kind: "other", email: "", version: 1 },
    });
    await preparer.ask(archiveBeneficiary, { params: { id: data.id } });
    const rows = await database()
      .selectFrom("audit_log")
      .select(["act", "subject_id", "before", "after"])
      .where("seq", ">", since)
      .where("subject_kind", "=", "beneficiary")
      .orderBy("seq")
      .execute();
    const business = { business: "Sharma Traders" };
    expect(rows).toMatchObject([
      {
        act: "beneficiary.added",
        after: { name: "Audited Payee", account: `****${number.slice(-4)}`, ...business },
      },
      {
        act: "beneficiary.edited",
        before: { kind: "vendor" },
        after: { kind: "other", also_changed: ["email"], ...business },
      },
      { act: "beneficiary.archived", after: { name: "Audited Payee", ...business } },
    ]);
    expect(JSON.stringify(rows)).not.toContain("secret@example.com");
  });
});

test("another business reaches nothing of it: every call answers as for an unknown id", async () => {
  const { id, default_destination } = await save({ name: "Mine Alone" });
  const otherOwner = await world.operator();
  const destinationPath = `/beneficiaries/${id}/destinations/${default_destination?.id ?? ""}`;
  const body = { destination: { method: "upi", upi_id: "thief@okhdfc" } };
  const { destination: _, ...fields } = beneficiaryOf("");
  const answers = [
    await otherOwner.get(`/beneficiaries/${id}`),
    await otherOwner.put(`/beneficiaries/${id}`, { ...fields, version: 1 }),
    await otherOwner.post(`/beneficiaries/${id}/archive`, {}),
    await otherOwner.post(`/beneficiaries/${id}/restore`, {}),
    await otherOwner.post(`/beneficiaries/${id}/destinations`, body),
    await otherOwner.post(`${destinationPath}/end`, {}),
    await otherOwner.post(`${destinationPath}/default`, {}),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(404));
  for (const search of ["mine", "mine alone"]) {
    const { data } = await otherOwner.ask(listBeneficiaries, { query: { search } });
    expect(data).toEqual([]);
  }
  // A destination of one's own beneficiary does not open another one's.
  const own = await save({}, otherOwner);
  const crossed = await otherOwner.post(
    `/beneficiaries/${own.id}/destinations/${default_destination?.id}/end`,
    {},
  );
  expect(crossed.status).toBe(404);
  const { data } = await owner.ask(getBeneficiary, { params: { id } });
  expect(data.destinations_count).toBe(1);
});

test("a viewer and a super admin who views the console see GSTIN and PAN masked", async () => {
  const { id } = await save({ gstin: "29ABCPD1234E1ZA", pan: "ABCPD1234E" });
  const viewer = await world.member(owner, ["viewer"]);
  const { data } = await viewer.ask(getBeneficiary, { params: { id } });
  expect([data.gstin, data.pan]).toEqual(["****E1ZA", "****234E"]);
});
