// The guarantee: e-mails go only to an address whose owner entered the code from it, and no
// change of it stays unnoticed.
import {
  changeAdminEmailAddress,
  changeEmailAddress,
  getNotificationChoices,
  verifyEmailAddress,
} from "@rokad/contract/notification-choices";
import { listNotifications } from "@rokad/contract/notifications";
import { listSandboxMessages } from "@rokad/contract/sandbox";
import { viewTenant } from "@rokad/contract/tenants";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callerOf } from "../../../test/caller.ts";
import { openMailWorld, type MailWorld } from "../../../test/mail-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database } from "../../database/db.ts";

let world: MailWorld;
let visitor: SignedIn;
beforeAll(async () => {
  world = await openMailWorld();
  visitor = await world.operator();
});
afterAll(() => world.close());

let count = 0;
const newAddress = () => `person${(count += 1)}@example.com`;
const addressOf = async (person: SignedIn) => (await person.ask(getNotificationChoices, {})).data;
const tryCode = async (person: SignedIn, code: string) => {
  const { status, body } = await person.post("/account/email/verify", { code });
  return [status, body.error?.code];
};
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

describe("a new address", () => {
  test("counts after its code, and only then gets anything else [41.6]", async () => {
    const person = await world.operator();
    const email = newAddress();
    const { data } = await person.ask(changeEmailAddress, { body: { email } });
    expect([data.email, data.pending_email?.email]).toEqual([null, email]);
    const code = await world.emailCode(email);
    expect((await world.mailbox(email)).map(({ purpose }) => purpose)).toEqual(["verify_email"]);
    await person.ask(verifyEmailAddress, { body: { code } });
    expect(await addressOf(person)).toMatchObject({ email, pending_email: null });
    expect(await tryCode(person, code)).toEqual([400, "OTP_INVALID"]);
  });

  test("is not verified by another person's code, nor by a code of another address [41.7]", async () => {
    const [owner, thief] = [await world.operator(), await world.operator()];
    const [mine, theirs] = [newAddress(), newAddress()];
    await owner.ask(changeEmailAddress, { body: { email: mine } });
    const code = await world.emailCode(mine);
    expect(await tryCode(thief, code)).toEqual([400, "OTP_INVALID"]);
    // The thief names the owner's address and never sees its code.
    await thief.ask(changeEmailAddress, { body: { email: mine } });
    await thief.ask(changeEmailAddress, { body: { email: theirs } });
    const codeOfTheirs = await world.emailCode(theirs);
    await thief.ask(changeEmailAddress, { body: { email: mine } });
    expect(await tryCode(thief, codeOfTheirs)).toEqual([400, "OTP_INVALID"]);
    expect((await addressOf(thief)).email).toBeNull();
    await owner.ask(verifyEmailAddress, { body: { code } });
    expect((await addressOf(owner)).email).toBe(mine);
  });

  test("withstands guessing: five tries a code, ten an hour, at once or one by one [41.7]", async () => {
    const person = await world.operator();
    const email = newAddress();
    await person.ask(changeEmailAddress, { body: { email } });
    const code = await world.emailCode(email);
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, at) => tryCode(person, other(String(Number(code) + at)))),
    );
    expect(tries.filter(([, why]) => why === "OTP_INVALID")).toHaveLength(5);
    expect(await tryCode(person, code)).toEqual([400, "OTP_TRIES_USED_UP"]);
    await person.ask(changeEmailAddress, { body: { email } });
    const second = await world.emailCode(email);
    for (let at = 0; at < 5; at += 1) await tryCode(person, other(second));
    await person.ask(changeEmailAddress, { body: { email } });
    expect(await tryCode(person, await world.emailCode(email))).toEqual([429, "TOO_MANY_REQUESTS"]);
  });

  test("expires, and no more than five codes an hour go to a person or an address [41.7]", async () => {
    const person = await world.operator();
    const email = newAddress();
    await person.ask(changeEmailAddress, { body: { email } });
    const code = await world.emailCode(email);
    await database()
      .updateTable("email_codes")
      .set({ expires_at: new Date() })
      .where("person_id", "=", person.id)
      .execute();
    expect(await tryCode(person, code)).toEqual([400, "OTP_EXPIRED"]);
    const answers = [];
    for (let at = 0; at < 5; at += 1)
      answers.push((await person.post("/account/email", { email })).status);
    expect(answers).toEqual([200, 200, 200, 200, 429]);
    const colleague = await world.operator();
    expect((await colleague.post("/account/email", { email: email.toUpperCase() })).status).toBe(
      429,
    );
  });

  test.each([
    "",
    "rokad",
    "a@b.in\r\nBcc: c@d.in",
    "a@b.in,c@d.in",
    '"a b"@example.com',
    5,
    `${"x".repeat(95)}@example.com`,
  ])("is refused in words: %j [41.7]", async (email) => {
    const { status, body } = await visitor.post("/account/email", { email });
    expect([status, Object.keys(body.error.fields)]).toEqual([400, ["email"]]);
  });

  test("is refused while no mail server is set, outside the sandbox [41.1]", async () => {
    const person = await world.operator();
    world.useNothing();
    const { status, body } = await person.post("/account/email", { email: newAddress() });
    expect([status, body.error.code]).toEqual([409, "EMAIL_UNAVAILABLE"]);
    expect((await addressOf(person)).is_email_available).toBe(false);
    world.useMailbox();
  });
});

describe("a changed address", () => {
  test.each(["replaced", "removed"] as const)(
    "that is %s warns the old one, the mobile, the console and the log [41.6]",
    async (how) => {
      const person = await world.operator();
      const [old, next] = [newAddress(), newAddress()];
      await world.verify(person, old);
      if (how === "replaced") await world.verify(person, next);
      else await person.ask(changeEmailAddress, { body: { email: null } });
      await world.work();
      const [newest] = await world.mailbox(old);
      expect(newest?.subject).toBe("Your e-mail address was changed · Rokad");
      const { data: texts } = await world.anyone.ask(listSandboxMessages, {
        query: { mobile: person.mobile },
      });
      expect(texts[0]?.purpose).toBe("email_changed");
      const { data } = await person.ask(listNotifications, { query: {} });
      expect(data[0]).toMatchObject({ kind: "email_changed", page: "/account/notifications" });
      expect((await addressOf(person)).email).toBe(how === "replaced" ? next : null);
      const logged = await database()
        .selectFrom("audit_log")
        .select(["act", "before", "after"])
        .where("actor_id", "=", person.id)
        .orderBy("seq", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
      expect(logged.act).toBe(how === "replaced" ? "email.changed" : "email.removed");
      expect(JSON.stringify(logged)).not.toContain(old);
    },
  );

  test("is signed by a super admin, who can't take the tenants' call [41.6]", async () => {
    const admin = await world.newSuperAdmin("Nisha Rao");
    const email = newAddress();
    const body = { email };
    const unsigned = await admin.post("/super-admin/account/email", body, { signature: null });
    expect([unsigned.status, unsigned.body.error.code]).toEqual([403, "STEP_UP_REQUIRED"]);
    expect((await admin.post("/account/email", body)).status).toBe(403);
    await admin.ask(changeAdminEmailAddress, { body });
    await admin.ask(verifyEmailAddress, { body: { code: await world.emailCode(email) } });
    expect((await addressOf(admin)).email).toBe(email);
  });

  test("a super admin who views a tenant can read it and change nothing [41.7]", async () => {
    const person = await world.operator();
    await world.verify(person, newAddress());
    const admin = await world.superAdmin();
    const view = await admin.ask(viewTenant, {
      params: { id: person.id },
      body: { reason: "Ticket 4711: e-mails are missing" },
    });
    const viewer = callerOf(world.app, view.data.access_token, () => undefined);
    expect((await viewer.get("/account/notifications")).status).toBe(200);
    for (const [path, body] of [
      ["/account/email", { email: null }],
      ["/account/email", { email: newAddress() }],
      ["/account/email/verify", { code: "123456" }],
      ["/account/notifications/payout_failed", { email: false }],
    ] as const) {
      expect((await viewer.post(path, body)).status).toBe(403);
    }
    expect((await addressOf(person)).email).not.toBeNull();
  });
});
