import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import type { Person } from "../../kernel/person.ts";
import { record } from "../audit/record.ts";
import { cancelEmailsTo, queueMessage } from "../email/queue-message.ts";
import { writeEmail } from "../email/write-email.ts";
import { notify } from "../notifications/notify.ts";
import { productName } from "../settings/read-branding.ts";
import { maskEmail } from "./mask-email.ts";
import { readLanguage } from "../people/language.ts";

/** Stores a verified address, and warns the old one and the person's mobile. */
export async function storeAddress(db: Tx, person: Person, address: string): Promise<void> {
  const before = await lockAddress(db, person);
  if (before === address) return;
  const row = { address, verified_at: now() };
  await db
    .insertInto("email_addresses")
    .values({ person_id: person.member.id, ...row })
    .onConflict((conflict) => conflict.column("person_id").doUpdateSet(row))
    .execute();
  await warn(db, person, { before, after: address });
  await record(db, {
    act: "email.changed",
    by: person,
    subject: { kind: "person", id: person.member.id },
    before: { address: before && maskEmail(before) },
    after: { address: maskEmail(address) },
  });
}

/** Removes the address, with codes that were sent to another, and warns as above. */
export async function removeAddress(db: Tx, person: Person): Promise<void> {
  const before = await lockAddress(db, person);
  await db
    .updateTable("email_codes")
    .set({ used_at: now() })
    .where("person_id", "=", person.member.id)
    .where("used_at", "is", null)
    .execute();
  if (before === null) return;
  await db.deleteFrom("email_addresses").where("person_id", "=", person.member.id).execute();
  await warn(db, person, { before, after: null });
  await record(db, {
    act: "email.removed",
    by: person,
    subject: { kind: "person", id: person.member.id },
    before: { address: maskEmail(before) },
  });
}

/** Closes the race between two changes: the person's row makes them follow each other. */
async function lockAddress(db: Tx, { member: { id } }: Person): Promise<string | null> {
  await db.selectFrom("people").select("id").where("id", "=", id).forNoKeyUpdate().execute();
  const row = await db
    .selectFrom("email_addresses")
    .select("address")
    .where("person_id", "=", id)
    .executeTakeFirst();
  return row?.address ?? null;
}

interface Change {
  readonly before: string | null;
  readonly after: string | null;
}

async function warn(
  db: Tx,
  { member: { id: personId } }: Person,
  { before, after }: Change,
): Promise<void> {
  const detail =
    after === null
      ? `E-mails no longer go to ${maskEmail(before ?? "")}`
      : `E-mails now go to ${maskEmail(after)}`;
  await notify(db, [{ personId, kind: "email_changed", subjectId: personId, detail }]);
  await publishChange(db, [personId], ["notifications", "account"]);
  await queueMessage(db, {
    personId,
    kind: "email_changed",
    to: null,
    content: {
      text: "email_changed",
      values: { product: await productName(), time: minuteNow() },
    },
  });
  if (before === null) return;
  await cancelEmailsTo(db, personId, before);
  const written = await writeEmail(
    {
      title: "Your e-mail address was changed",
      intro: [
        `On ${minuteNow()}, this address was replaced or removed. Nothing else is sent here.`,
        "If it was not you, contact support at once.",
      ],
      footer: ["You get this e-mail because your notifications went to this address until now."],
    },
    await readLanguage(db, personId),
  );
  await queueMessage(db, { personId, kind: "email_changed", to: before, content: written });
}

const minuteNow = () => dateTimeInIndia(now()).slice(0, -":00".length);
