// The guarantee: whatever workers and the mail server do, each notification that its person wants by
// e-mail is in one e-mail, and each e-mail says how many and how much.
import type { NotificationKind } from "@rokad/contract/notifications";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { headerOf, openMailWorld, textOf, type MailWorld } from "../../../test/mail-world.ts";
import { impsOrder } from "../../../test/forms.ts";
import type { SignedIn } from "../../../test/signed-in.ts";
import { database, transaction } from "../../database/db.ts";
import { notify } from "../notifications/notify.ts";
import { sendMessages } from "../outbound/send-messages.ts";
import { createDigests } from "./create-digests.ts";

const email = "reader@example.com";
let world: MailWorld;
let person: SignedIn;
let payout: string;
beforeAll(async () => {
  world = await openMailWorld();
  person = await world.operator({ wallet: "₹5,000" });
  const paid = await person.pay(impsOrder());
  await world.settle();
  payout = (paid.body.data as { id: string }).id;
  await world.verify(person, email);
  await world.work();
  world.pass(11_000);
  await world.work();
});
afterAll(() => world.close());

const notifyOf = (kind: NotificationKind, times: number) =>
  transaction((db) =>
    notify(
      db,
      Array.from({ length: times }, () => ({ personId: person.id, kind, subjectId: payout })),
    ),
  );

test("each notification is in one e-mail, however workers race and servers fail [41.2, 41.9]", async () => {
  world.useServer();
  const kinds = ["payout_failed", "deposit_approved", "codes_guessed", "export_ready"] as const;
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom(...kinds),
        times: fc.integer({ min: 1, max: 14 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ passSeconds: fc.integer({ min: 0, max: 400 }) }) },
    { weight: 2, arbitrary: fc.record({ fault: fc.constantFrom("451", "421 receiver", "drop") }) },
  );
  // An e-mail whose answer was lost is repeated later, also in the next run.
  const counted = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const before = world.mailServer.mails.length;
      const expected: Partial<Record<NotificationKind, number>> = {};
      for (const one of steps) {
        if ("kind" in one) {
          expected[one.kind] = (expected[one.kind] ?? 0) + one.times;
          await notifyOf(one.kind, one.times);
        } else if ("passSeconds" in one) world.pass(one.passSeconds * 1_000);
        else world.mailServer.fail(one.fault);
        await Promise.all([createDigests(), createDigests(), sendMessages(), sendMessages()]);
      }
      for (let round = 0; round < 40; round += 1) {
        world.pass(20 * 60_000);
        await createDigests();
        if ((await sendMessages()) === 0 && round > 2) break;
      }
      // One e-mail per Message-ID: a receiver drops the repeats.
      const received = new Map(
        world.mailServer.mails
          .slice(before)
          .filter(({ to }) => to.includes(email))
          .map(({ raw }) => [headerOf(raw, "message-id"), raw]),
      );
      const sent: Partial<Record<NotificationKind, number>> = {};
      for (const [id, raw] of received) {
        if (counted.has(id)) continue;
        counted.add(id);
        const row = await database()
          .selectFrom("outbound_messages")
          .select((eb) => [
            "kind",
            eb
              .selectFrom("notification_deliveries")
              .select(eb.fn.countAll<bigint>().as("items"))
              .whereRef("message_id", "=", "outbound_messages.id")
              .as("items"),
          ])
          .where("id", "=", id.slice(1, id.indexOf("@")))
          .executeTakeFirstOrThrow();
        const kind = row.kind as NotificationKind;
        const items = Number(row.items);
        sent[kind] = (sent[kind] ?? 0) + items;
        const text = textOf(raw);
        if (items > 1) {
          expect(text).toMatch(new RegExp(`^${items} × `));
          if (kind === "payout_failed")
            expect(text.replaceAll(",", "")).toContain(
              `${items} in total together ₹${items * 1_000}.00.`,
            );
        }
      }
      expect(sent).toEqual(expected);
    }),
    { numRuns: 12 },
  );
  world.useMailbox();
});
