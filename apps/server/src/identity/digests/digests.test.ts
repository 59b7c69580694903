// The guarantee: each notification that a person wants by e-mail or as a text goes out once, many of
// one kind together, with a count and a total that are those of the items; and no payout waits for it.
import { chooseNotification, getNotificationChoices } from "@rokad/contract/notification-choices";
import { limits } from "@rokad/contract/limits";
import { listNotifications, type NotificationKind } from "@rokad/contract/notifications";
import { listSandboxMessages } from "@rokad/contract/sandbox";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openMailWorld, type MailWorld } from "../../../test/mail-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import { receiveUpdate } from "../../../test/provider-updates.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database, transaction } from "../../database/db.ts";
import { newId } from "../../kernel/ids.ts";
import { notify } from "../notifications/notify.ts";
import { notifySuperAdmins } from "../notifications/notify-super-admins.ts";

let world: MailWorld;
let person: SignedIn;
let email: string;
let count = 0;
beforeAll(async () => {
  world = await openMailWorld();
});
beforeEach(async () => {
  person = await world.operator({ wallet: "₹5,00,000" });
  email = `reader${(count += 1)}@example.com`;
  await world.verify(person, email);
  await database()
    .deleteFrom("notification_deliveries")
    .where("person_id", "=", person.id)
    .execute();
});
afterAll(() => world.close());

const failing = { account_number: "026291800001190", ifsc_code: "YESB0000262" };
async function pay(change: Parameters<typeof impsOrder>[0] = {}) {
  const { status, body } = await person.pay(impsOrder(change));
  expect(status).toBe(201);
  await world.settle();
  return body.data as { id: string; reference_id: string };
}
const collect = () => world.pass(11_000);
/** The notifications' e-mails, without those about the address. */
const mails = async () =>
  (await world.mailbox(email)).filter(({ purpose }) => !purpose.includes("email"));
const texts = async () =>
  (await world.anyone.ask(listSandboxMessages, { query: { mobile: person.mobile } })).data.filter(
    ({ purpose }) => purpose.startsWith("payouts_"),
  );
const choose = (kind: NotificationKind, body: { email?: boolean; sms?: boolean; above?: number }) =>
  person.ask(chooseNotification, { params: { kind }, body });
const notifyOf = (kind: NotificationKind, subjects: readonly string[]) =>
  transaction((db) =>
    notify(
      db,
      subjects.map((subjectId) => ({ personId: person.id, kind, subjectId })),
    ),
  );

describe("a failed payout", () => {
  test("is one e-mail that links to it and says why it came [41.8]", async () => {
    const { id } = await pay(failing);
    await world.work();
    // Others could still join it.
    expect(await mails()).toEqual([]);
    collect();
    await world.work();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Payout failed · Rokad");
    expect(mail?.text).toContain(`https://pay.example.in/dashboard/payouts/${id}`);
    expect(mail?.text).toContain("₹1,000.00 to Asha Rao was refunded with charges");
    expect(mail?.text).toContain("because “Payout failed” is on in your notifications");
    expect(mail?.text).toContain("https://pay.example.in/account/notifications");
    expect(mail?.text).not.toContain(failing.account_number);
  });

  test("together with 24 others is one e-mail with count, total and the history [41.9]", async () => {
    for (let at = 0; at < 25; at += 1) {
      expect((await person.pay(impsOrder({ ...failing, amount: 100 + at }))).status).toBe(201);
    }
    await world.settle();
    collect();
    await world.work();
    const all = await mails();
    expect(all).toHaveLength(1);
    expect(all[0]?.subject).toBe("25 × Payout failed · Rokad");
    expect(all[0]?.text).toContain("25 in total, together ₹2,800.00.");
    expect(all[0]?.text.match(/\/dashboard\/payouts\/[0-9a-f-]{36}/g)).toHaveLength(
      limits.digestItemsShown,
    );
    expect(all[0]?.text).toContain("Show all: https://pay.example.in/dashboard/payouts/history");
  });

  test("after an e-mail of its kind waits five minutes; another kind does not [41.9]", async () => {
    await pay(failing);
    collect();
    await world.work();
    await pay(failing);
    await pay(failing);
    await notifyOf("export_ready", [newId()]);
    collect();
    await world.work();
    expect((await mails()).map(({ purpose }) => purpose).toSorted()).toEqual([
      "export_ready",
      "payout_failed",
    ]);
    world.pass(limits.digestSeconds * 1_000);
    await world.work();
    expect((await mails())[0]?.subject).toBe("2 × Payout failed · Rokad");
  });

  test("appears only in the console without an address or when it is off [41.8]", async () => {
    await choose("payout_failed", { email: false });
    await pay(failing);
    const other = await world.operator({ wallet: "₹5,000" });
    await other.pay(impsOrder(failing));
    await world.settle();
    collect();
    await world.work();
    expect(await mails()).toEqual([]);
    const { rows } =
      await sql`select from notification_deliveries where person_id = ${other.id}`.execute(
        database(),
      );
    expect(rows).toEqual([]);
    const { data } = await other.ask(listNotifications, { query: {} });
    expect(data[0]?.kind).toBe("payout_failed");
  });

  test("is refunded as ever while the mail server is away [41.10]", async () => {
    world.useServer({ port: 1 });
    const before = await person.balance();
    await pay(failing);
    collect();
    await world.work();
    expect(await person.balance()).toBe(before);
    expect(await world.faults()).toEqual([]);
    const waiting = await database()
      .selectFrom("outbound_messages")
      .select("state")
      .where("person_id", "=", person.id)
      .where("kind", "=", "payout_failed")
      .execute();
    expect(waiting).toEqual([{ state: "waiting" }]);
    world.useMailbox();
  });
});

test("three parts of one payout that came back are together what came back", async () => {
  const { reference_id: reference } = await pay();
  for (const returnReference of ["first", "second", "third"])
    await receiveUpdate({ reference, state: "reversed", amountPaise: 100_00n, returnReference });
  collect();
  await world.work();
  const [mail] = await mails();
  expect(mail?.subject).toBe("3 × Payout partly returned · Rokad");
  expect(mail?.text).toContain("3 in total, together ₹300.00.");
});

describe("a large payout", () => {
  test("is sent from ₹1,00,000 on, or from the amount that the person chose [41.8]", async () => {
    await pay({ amount: 99_999.99 });
    await pay({ amount: 1_00_000 });
    await choose("payout_settled", { above: 500, sms: true });
    await pay({ amount: 499.99 });
    await pay({ amount: 500 });
    collect();
    await world.work();
    const [mail] = await mails();
    expect(mail?.subject).toBe("2 × Large payout completed · Rokad");
    expect(mail?.text).toContain("together ₹1,00,500.00.");
    expect((await texts()).map(({ text }) => text)).toEqual([
      "Large payouts of your Rokad account: 1, together Rs.500.00. If it was not you, contact support.",
    ]);
  });
});

describe("a text", () => {
  test("goes out at most six times an hour; the rest is one text in the next hour [41.9]", async () => {
    await choose("payout_failed", { sms: true, email: false });
    const { id } = await pay(failing);
    await database()
      .deleteFrom("notification_deliveries")
      .where("person_id", "=", person.id)
      .execute();
    await database().deleteFrom("rate_limits").execute();
    const start = new Date(Math.ceil(Date.now() / 3_600_000 + 3) * 3_600_000).getTime();
    const at = (seconds: number, doing: () => Promise<unknown>) =>
      world.at(new Date(start + seconds * 1_000).toISOString(), doing);
    for (let text = 0; text < limits.chosenTextsPerHourMax + 3; text += 1) {
      await at(text * 311, () => notifyOf("payout_failed", [id]));
      await at(text * 311 + 11, () => world.work());
    }
    expect(await texts()).toHaveLength(limits.chosenTextsPerHourMax);
    const { data } = await person.ask(listNotifications, { query: {} });
    expect(data.filter(({ kind }) => kind === "texts_limited")).toHaveLength(1);
    await at(3_700, () => world.work());
    expect((await texts())[0]?.text).toContain("account: 3, together Rs.3,000.00");
  });

  test("is refused for a kind without a registered one, and can't be turned off for a warning [41.11]", async () => {
    for (const [kind, why] of [
      ["deposit_approved", "This kind has no registered text"],
      ["session_stolen", "This text is a warning and is always sent"],
    ] as const) {
      const { status, body } = await person.post(`/account/notifications/${kind}`, { sms: true });
      expect([status, body.error.fields["sms"]]).toEqual([400, why]);
    }
    const wrong = await person.post("/account/notifications/deposit_requested", { email: true });
    expect(wrong.status).toBe(404);
    const amount = await person.post("/account/notifications/payout_failed", { above: 5 });
    expect(amount.body.error.fields["above"]).toBe("This kind has no amount");
  });
});

test.each([
  ["The wallet lacks ₹10.00. It goes on automatically.", "It goes on automatically."],
  ["The wallet lacks ₹10.00", "The wallet lacks ₹10.00."],
])("the e-mail of “%s” ends with one full stop", async (detail, end) => {
  await transaction((db) =>
    notify(db, [{ personId: person.id, kind: "batch_paused", subjectId: newId(), detail }]),
  );
  collect();
  await world.work();
  const [mail] = await mails();
  expect(mail?.text).toContain(end);
  expect(mail?.text).not.toContain(`${end}.`);
});

test("a choice is kept and belongs to its person only [41.11]", async () => {
  const other = await world.operator();
  await choose("deposit_approved", { email: false });
  await choose("payout_settled", { above: 2_500.5 });
  const of = async (who: SignedIn) => (await who.ask(getNotificationChoices, {})).data.kinds;
  const mine = await of(person);
  expect(mine.find(({ kind }) => kind === "deposit_approved")?.email).toBe(false);
  expect(mine.find(({ kind }) => kind === "payout_settled")).toMatchObject({
    email: true,
    above: { amount: 2_500_50, currency: "INR" },
  });
  expect((await of(other)).find(({ kind }) => kind === "deposit_approved")?.email).toBe(true);
  expect((await of(other)).map(({ kind }) => kind)).not.toContain("deposit_requested");
});

test("a super admin gets an e-mail about a warning, and none for what a newer one replaced [41.8]", async () => {
  const admin = await world.newSuperAdmin("Nisha Rao");
  await database()
    .insertInto("email_addresses")
    .values({ person_id: admin.id, address: `nisha${count}@example.com`, verified_at: new Date() })
    .execute();
  await transaction((db) =>
    notifySuperAdmins(db, { kind: "books_faulty", subjectId: newId(), detail: "1 fault" }),
  );
  for (let at = 0; at < 2; at += 1) {
    await transaction((db) => notifySuperAdmins(db, { kind: "payout_stuck", subjectId: null }));
  }
  await world.work();
  const purposes = async () =>
    (await world.mailbox(`nisha${count}@example.com`)).map(({ purpose }) => purpose);
  expect(await purposes()).toEqual(["books_faulty"]);
  collect();
  await world.work();
  const [mail] = await world.mailbox(`nisha${count}@example.com`);
  expect(mail?.subject).toBe("Payouts without an outcome · Rokad");
});
