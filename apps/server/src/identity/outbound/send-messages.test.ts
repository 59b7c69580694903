// The guarantee: an e-mail that waits in the database reaches its receiver once for each person who
// reads Message-IDs, whatever the mail server does; and its content can't change where it goes.
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  headerOf,
  mailPassword,
  openMailWorld,
  textOf,
  type MailWorld,
} from "../../../test/mail-world.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database, transaction } from "../../database/db.ts";
import { now } from "../../kernel/clock.ts";
import { useCredentials } from "../../kernel/credentials.ts";
import { getMailServer, sendTestEmail } from "@rokad/contract/mail-server";
import { queueMessage } from "../email/queue-message.ts";
import { isInternal } from "../email/public-address.ts";
import { writeEmail } from "../email/write-email.ts";
import { sendMessages } from "./send-messages.ts";

let world: MailWorld;
let person: SignedIn;
beforeAll(async () => {
  world = await openMailWorld();
  person = await world.operator();
});
afterEach(() => {
  world.setKeys();
  world.useMailbox();
});
afterAll(() => world.close());

/** Queues an e-mail to a new address. */
async function queue(title = "A payout failed", to = `${randomUUID()}@example.com`) {
  const content = await writeEmail(
    { title, intro: ["Hello"], footer: ["Because you chose it."] },
    "en",
  );
  const id = await transaction((db) =>
    queueMessage(db, { personId: person.id, kind: "payout_failed", to, content }),
  );
  return { id, to };
}

const mailsTo = (to: string) => world.mailServer.mails.filter((mail) => mail.to.includes(to));
const idsOf = (to: string) => [
  ...new Set(mailsTo(to).map(({ raw }) => headerOf(raw, "message-id"))),
];
const rowOf = (id: string) =>
  database()
    .selectFrom("outbound_messages")
    .select(["state", "tries", "last_error", "content_encrypted"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
/** Lets a try and the next ones happen, with the pauses between them. */
async function workFor(rounds: number) {
  for (let round = 0; round < rounds; round += 1) {
    await sendMessages();
    world.pass(70 * 60_000);
  }
}

describe("an e-mail", () => {
  test("is sent once over STARTTLS, and its content is deleted afterwards [41.1]", async () => {
    world.useServer();
    const { id, to } = await queue();
    await workFor(3);
    expect(mailsTo(to)).toHaveLength(1);
    const [mail] = mailsTo(to);
    expect(headerOf(mail?.raw ?? "", "message-id")).toBe(`<${id}@pay.example.in>`);
    expect(headerOf(mail?.raw ?? "", "from")).toBe("Rokad <no-reply@example.in>");
    expect(headerOf(mail?.raw ?? "", "auto-submitted")).toBe("auto-generated");
    expect(textOf(mail?.raw ?? "")).toContain("A payout failed");
    expect(await rowOf(id)).toMatchObject({ state: "sent", tries: 1, content_encrypted: null });
  });

  test.each([
    ["451", 1],
    ["421 receiver", 1],
  ] as const)("is tried again after %s, with the same Message-ID [41.2]", async (fault, mails) => {
    world.useServer();
    world.mailServer.fail(fault);
    const { id, to } = await queue();
    await sendMessages();
    expect(await rowOf(id)).toMatchObject({ state: "waiting", tries: 1 });
    // Not before its pause.
    await sendMessages();
    expect(mailsTo(to)).toHaveLength(0);
    await workFor(3);
    expect(mailsTo(to)).toHaveLength(mails);
    expect(await rowOf(id)).toMatchObject({ state: "sent", last_error: null });
  });

  test("has one Message-ID when the connection breaks after DATA and it is sent again [41.2]", async () => {
    world.useServer();
    world.mailServer.fail("drop");
    const { to } = await queue();
    await workFor(3);
    expect(mailsTo(to)).toHaveLength(2);
    expect(idsOf(to)).toHaveLength(1);
  });

  test("has one Message-ID when the worker dies before it stores the answer [41.2]", async () => {
    world.useServer();
    const { id, to } = await queue();
    await sendMessages();
    // As after a crash: the mail is out, the row still leased.
    await database()
      .updateTable("outbound_messages")
      .set({ state: "waiting", due_at: new Date(0), finished_at: null })
      .set({ content_encrypted: await encryptedOf(id) })
      .where("id", "=", id)
      .execute();
    await workFor(2);
    expect(mailsTo(to)).toHaveLength(2);
    expect(idsOf(to)).toHaveLength(1);
  });

  test.each(["550 receiver", "554"] as const)(
    "is given up after %s, and nobody's address is stored or logged [41.2]",
    async (fault) => {
      world.useServer();
      world.mailServer.fail(fault);
      const { id, to } = await queue();
      await workFor(3);
      const row = await rowOf(id);
      expect(row).toMatchObject({ state: "failed", tries: 1 });
      expect(row.last_error).toMatch(/refused/);
      expect(row.last_error).not.toContain(to);
    },
  );

  test("is given up after a day of tries, and super admins hear of it once an hour [41.2]", async () => {
    const admin = await world.superAdmin();
    world.useServer({ port: 1 });
    const hourMs = 60 * 60_000;
    // From the start of an hour, so that all tries are in one.
    world.pass(hourMs - (now().getTime() % hourMs));
    const { id } = await queue();
    await sendMessages();
    for (let pause = 15; pause <= 240; pause *= 4) {
      world.pass(pause * 1_000);
      await sendMessages();
    }
    const notices = await database()
      .selectFrom("notifications")
      .select("detail")
      .where("person_id", "=", admin.id)
      .where("detail", "like", "%the mail server fails%")
      .execute();
    expect(notices).toHaveLength(1);
    await database()
      .updateTable("outbound_messages")
      .set({ give_up_at: new Date(0), due_at: new Date(0) })
      .where("id", "=", id)
      .execute();
    await sendMessages();
    expect(await rowOf(id)).toMatchObject({ state: "failed" });
  });

  test("two workers send it once, also while the server answers late [41.2]", async () => {
    world.useServer();
    const answer = world.mailServer.holdUp();
    const { to } = await queue();
    const first = sendMessages();
    const second = sendMessages();
    await second;
    answer();
    await first;
    await workFor(2);
    expect(mailsTo(to)).toHaveLength(1);
  });
});

async function encryptedOf(id: string) {
  const { encrypt } = await import("../../database/encryption/encrypt.ts");
  const content = await writeEmail({ title: "A payout failed", intro: [], footer: [] }, "en");
  return encrypt("outbound message", id, JSON.stringify(content));
}

describe("the mail server", () => {
  const errorAfter = async () => {
    const { id } = await queue();
    await sendMessages();
    const { last_error: error } = await rowOf(id);
    await database().deleteFrom("outbound_messages").where("id", "=", id).execute();
    return error;
  };

  test("gets no e-mail without a valid certificate [41.3]", async () => {
    const before = world.mailServer.mails.length;
    world.useServer({ ca: "" });
    expect(await errorAfter()).toMatch(/certificate is not valid/);
    expect(world.mailServer.mails).toHaveLength(before);
  });

  test("gets no e-mail without encryption if it must have one [41.3]", async () => {
    const { openMailServer } = await import("../../../test/stand-ins/mail-server.ts");
    const plain = await openMailServer();
    world.useServer({ port: plain.port });
    expect(await errorAfter()).toMatch(/no encryption/);
    expect(plain.mails).toEqual([]);
    await plain.close();
  });

  test("that refuses the password is named, and the password is not [41.3]", async () => {
    world.useServer();
    useCredentials({ SMTP_USER: "rokad", SMTP_PASSWORD: "another-password-by-mistake" });
    const error = await errorAfter();
    expect(error).toMatch(/refused user or password/);
    expect(error).not.toContain("by-mistake");
    useCredentials({ SMTP_USER: "rokad" });
    expect(await errorAfter()).toBe("Not set: SMTP_PASSWORD");
  });

  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "169.254.169.254",
    "::1",
    "fd00::1",
    "::ffff:10.0.0.1",
    "100.64.0.1",
  ])("of System Settings must not be %s [41.3]", (address) =>
    expect(isInternal(address)).toBe(true),
  );
  test.each(["8.8.8.8", "2606:4700:4700::1111", "172.32.0.1"])(
    "of System Settings may be %s",
    (address) => expect(isInternal(address)).toBe(false),
  );

  test("shows its figures and tests itself with the super admin's own address [41.4]", async () => {
    const admin = await world.newSuperAdmin("Nisha Rao");
    const untested = await admin.post("/super-admin/mail-server/test", {});
    expect([untested.status, untested.body.error.code]).toEqual([409, "EMAIL_NOT_VERIFIED"]);
    await database()
      .insertInto("email_addresses")
      .values({ person_id: admin.id, address: "nisha@example.com", verified_at: new Date() })
      .execute();
    world.useServer();
    expect((await admin.ask(sendTestEmail, {})).data.error).toBeNull();
    expect(mailsTo("nisha@example.com")).toHaveLength(1);
    world.mailServer.fail("554");
    expect((await admin.ask(sendTestEmail, {})).data.error).toMatch(/Looks like spam/);
    const { data } = await admin.ask(getMailServer, {});
    expect(data).toMatchObject({ source: "environment", problem: null });
    expect(data.server).toMatch(/^localhost:\d+, STARTTLS$/);
    expect(data.last_day.sent).toBeGreaterThan(0);
    expect(JSON.stringify(data)).not.toContain(mailPassword);
  });
});

describe("a name in an e-mail", () => {
  const evil = [
    "Sharma\r\nBcc: thief@example.com",
    "Sharma\nSubject: Other",
    "Sharma\u2028Bcc: thief@example.com",
    "\u202Eevil\u202C name",
    "x".repeat(5_000),
    'شركة التجارة & <script>alert(1)</script> "quoted"',
    "राम ट्रेडर्स, thief@example.com",
  ];
  test.each(evil)("changes no header and no HTML (%#) [41.5]", async (name) => {
    world.useServer();
    const { to } = await queue(`Payout to ${name} failed`);
    await workFor(1);
    const [mail] = mailsTo(to);
    const raw = mail?.raw ?? "";
    const head = raw.slice(0, raw.indexOf("\r\n\r\n"));
    expect(mail?.to).toEqual([to]);
    expect(head).not.toMatch(/^bcc:/im);
    expect(head.match(/^subject:/gim)).toHaveLength(1);
    expect(head.match(/^to:/gim)).toHaveLength(1);
    const subject = headerOf(raw, "subject");
    expect([...subject].length).toBeLessThanOrEqual(120);
    expect(subject).not.toMatch(/[\u202A-\u202E\u2066-\u2069\r\n\u2028]/);
    const { html } = await writeEmail({ title: name, intro: [name], footer: [name] }, "en");
    expect(html).not.toContain("<script");
    expect(html).not.toMatch(/<img|src=|url\(/);
  });
});
