import { limits } from "@rokad/contract/limits";
import { notificationKinds, type NotificationKind } from "@rokad/contract/notifications";
import { sql } from "kysely";
import { secondsFromNow } from "../../kernel/clock.ts";
import { database, transaction, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { queueMessage } from "../email/queue-message.ts";
import { isPersonal, kindEntries } from "../notifications/kind-entries.ts";
import { readingRoles } from "../notifications/insert-notifications.ts";
import { notify } from "../notifications/notify.ts";
import { countInHour, readInHour, usesInHour } from "../rate-limit.ts";
import { writeEmailDigest, writeTextDigest } from "./write-digest.ts";

/** Notifications of one business or person to one person, of one kind and channel: one message. */
interface Group {
  /** Whose notifications they are: the business, for another member than its founder. */
  readonly owner_id: string;
  readonly person_id: string;
  readonly kind: NotificationKind;
  readonly channel: "email" | "sms";
}

const groupsMax = 20;
/** Others that happen in these seconds join the first one. */
const collectSeconds = 10;

/**
 * Turns what waits into messages: one for each person, kind and channel, and the next one at the
 * earliest five minutes later. So four hundred payouts that fail are one e-mail.
 * @returns the number of messages queued.
 */
export async function createDigests(): Promise<number> {
  let queued = 0;
  for (const group of await selectDueGroups()) {
    if (await transaction((db) => createDigest(db, group))) queued += 1;
  }
  return queued;
}

const urgentKinds = notificationKinds.filter((kind) => kindEntries[kind].isUrgent);

async function selectDueGroups(): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select owner_id, person_id, kind, channel
    from (
      select person_id as owner_id, person_id, kind, channel, min(created_at) as since
      from notification_deliveries
      where message_id is null
      group by person_id, kind, channel
      union all
      select tenant_id, person_id, kind, channel, min(created_at) from member_deliveries
      where message_id is null
      group by tenant_id, person_id, kind, channel
    ) as waiting
    left join lateral (
      select created_at as last_at from outbound_messages
      where outbound_messages.person_id = waiting.person_id
        and outbound_messages.kind = waiting.kind and outbound_messages.channel = waiting.channel
      order by created_at desc limit 1
    ) as last on true
    where case
        when kind = any(${urgentKinds}) then true
        else since <= ${secondsFromNow(-collectSeconds)}
          and coalesce(last_at <= ${secondsFromNow(-limits.digestSeconds)}, true)
      end
      and (
        channel = 'email'
        or ${usesInHour(sql`${textsOf("")}::text || person_id::text`)} < ${limits.chosenTextsPerHourMax}
      )
    order by since limit ${groupsMax}
  `.execute(database());
  return rows;
}

/** Whether the last message of the group is old enough, and the person may get another text. */
async function isDue(db: Tx, { person_id: personId, kind, channel }: Group): Promise<boolean> {
  const last = await db
    .selectFrom("outbound_messages")
    .select("created_at")
    .where("person_id", "=", personId)
    .where("kind", "=", kind)
    .where("channel", "=", channel)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const pauseSeconds = kindEntries[kind].isUrgent ? 0 : limits.digestSeconds;
  if (last && last.created_at > secondsFromNow(-pauseSeconds)) return false;
  if (channel === "email") return true;
  return (await readInHour(db, textsOf(personId))).used < limits.chosenTextsPerHourMax;
}

/** @returns false if another worker was faster. */
async function createDigest(db: Tx, group: Group): Promise<boolean> {
  const { owner_id: ownerId, person_id: personId, kind, channel } = group;
  // Closes the race between two workers: the second waits, and finds that nothing is due. Texts of
  // all kinds count together, so they share a lock.
  const lock = channel === "sms" ? `texts ${personId}` : `digest ${personId} ${kind}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db);
  if (!(await isDue(db, group))) return false;
  // Membership before deliveries, as when a member is disabled: neither can then hold the other up.
  const isReader = isPersonal(kind) || (await mayRead(db, group));
  const { rows: items } = await sql<{ id: string }>`
    select notification_id as id from ${tableOf(group)}
    where ${isOf(group)} and kind = ${kind} and message_id is null
    order by notification_id for update
  `.execute(db);
  const ids = items.map(({ id }) => id);
  if (ids.length === 0) return false;
  if (!isReader) {
    await deleteDeliveries(db, group, ids);
    return false;
  }
  const message =
    channel === "email" ? await asEmail(db, group, ids) : await asText(db, group, ids);
  if (!message) {
    await deleteDeliveries(db, group, ids);
    return false;
  }
  const tenantId = ownerId === personId ? undefined : ownerId;
  const id = await queueMessage(db, { personId, tenantId, kind, ...message });
  await sql`
    update ${tableOf(group)} set message_id = ${id}
    where ${isOf(group)} and notification_id = any(${ids}::uuid[])
  `.execute(db);
  return true;
}

const tableOf = ({ owner_id: ownerId, person_id: personId }: Group) =>
  sql.table(ownerId === personId ? "notification_deliveries" : "member_deliveries");

function isOf({ owner_id: ownerId, person_id: personId, channel }: Group) {
  const isRecipient = sql`person_id = ${personId} and channel = ${channel}`;
  return ownerId === personId ? isRecipient : sql`tenant_id = ${ownerId} and ${isRecipient}`;
}

/**
 * Whether the person's roles still show the business's notifications. The lock closes the race with
 * the end of the membership, which waits and then cancels the message.
 */
async function mayRead(db: Tx, { owner_id: ownerId, person_id: personId }: Group) {
  const { rows } = await sql<{ reads: boolean }>`
    select disabled_at is null and roles && ${readingRoles}::text[] as reads
    from memberships where tenant_id = ${ownerId} and person_id = ${personId}
    for share
  `.execute(db);
  // A super admin has no membership, and reads their own.
  return rows[0]?.reads ?? ownerId === personId;
}

/** @returns undefined if the person has removed the address. */
async function asEmail(
  db: Tx,
  { owner_id: ownerId, person_id: personId, kind }: Group,
  ids: readonly string[],
) {
  const row = await db
    .selectFrom("email_addresses")
    .select("address")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return (
    row && {
      to: row.address,
      content: await writeEmailDigest(db, { ownerId, personId, kind, ids }),
    }
  );
}

/** Counts a text, and says so in the console when it is the last one of this hour. */
async function asText(
  db: Tx,
  { owner_id: ownerId, person_id: personId, kind }: Group,
  ids: readonly string[],
) {
  const text = kindEntries[kind].sms;
  if (!text) return undefined;
  const { used } = await countInHour(db, textsOf(personId));
  if (used === limits.chosenTextsPerHourMax) {
    await notify(db, [{ personId, kind: "texts_limited", subjectId: personId }]);
    await publishChange(db, [personId], ["notifications"]);
  }
  return { to: null, content: { text, values: await writeTextDigest(db, { ownerId, ids }) } };
}

async function deleteDeliveries(db: Tx, group: Group, ids: readonly string[]) {
  await sql`
    delete from ${tableOf(group)}
    where ${isOf(group)} and notification_id = any(${ids}::uuid[])
  `.execute(db);
}

const textsOf = (personId: string) => `chosen texts of ${personId}`;
