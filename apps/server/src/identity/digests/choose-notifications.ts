import type { NotificationChoice, NotificationChoices } from "@rokad/contract/notification-choices";
import { permissionsOf } from "@rokad/contract/roles";
import type { NotificationKind } from "@rokad/contract/notifications";
import type { SmsKind } from "@rokad/contract/sms-text";
import { now } from "../../kernel/clock.ts";
import { database, transaction, type Db, type Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { invalidInput, notFound } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import { ownerIdOf, isSuperAdmin, type Person } from "../../kernel/person.ts";
import { canSendEmail } from "../email/configured-mail.ts";
import { isPersonal, kindEntries, kindsFor } from "../notifications/kind-entries.ts";
import { readSettings } from "../settings/settings.ts";
import { smsGateways } from "../sms/sms-gateway.ts";

/**
 * A person's address, and where each kind of notification goes.
 * @throws 503 `SETTING_UNREADABLE`.
 */
export async function showChoices(person: Person): Promise<NotificationChoices> {
  const db = database();
  const [address, pending, problem, kinds, isAvailable] = await Promise.all([
    db
      .selectFrom("email_addresses")
      .select("address")
      .where("person_id", "=", person.member.id)
      .executeTakeFirst(),
    selectPending(db, person),
    selectProblem(db, person),
    listChoices(db, person),
    canSendEmail(),
  ]);
  return {
    email: address?.address ?? null,
    pending_email: pending
      ? { email: pending.address, expires_at: pending.expires_at.toISOString() }
      : null,
    is_email_available: isAvailable,
    email_problem: problem,
    kinds,
  };
}

interface Choice {
  readonly email?: boolean | undefined;
  readonly sms?: boolean | undefined;
  /** In rupees. */
  readonly above?: number | undefined;
}

/**
 * Stores what a person chose about one kind; what is left out stays.
 * @throws 404 for a kind of another audience; 400 for a text without a registered one, and for an
 *   amount of a kind that has none.
 */
export async function chooseNotification(
  person: Person,
  kind: NotificationKind,
  { email, sms, above }: Choice,
): Promise<NotificationChoice> {
  const current = (await listChoices(database(), person)).find((one) => one.kind === kind);
  if (!current) throw notFound("This kind");
  const fields = {
    ...(sms !== undefined &&
      ["always", "unavailable"].includes(current.sms) && {
        sms:
          current.sms === "always"
            ? "This text is a warning and is always sent"
            : "This kind has no registered text",
      }),
    ...(above !== undefined && !current.above && { above: "This kind has no amount" }),
  };
  if (Object.keys(fields).length > 0) throw invalidInput(fields);
  const row = {
    ...(email !== undefined && { email }),
    ...(sms !== undefined && { sms }),
    ...(above !== undefined && { above_paise: BigInt(Math.round(above * 100)) }),
  };
  return transaction(async (db) => {
    if (Object.keys(row).length > 0) {
      await store(db, person, kind, row);
      await publishChange(db, [person.member.id], ["account"]);
    }
    const stored = (await listChoices(db, person)).find((one) => one.kind === kind);
    return stored ?? current;
  });
}

interface StoredChoice {
  readonly email?: boolean | undefined;
  readonly sms?: boolean | undefined;
  readonly above_paise?: bigint | undefined;
}

/** What another member than the founder chose about a business is of this business only. */
async function store(db: Tx, person: Person, kind: NotificationKind, row: StoredChoice) {
  const choice = { person_id: person.member.id, kind, ...row };
  if (isFounder(person) || isPersonal(kind)) {
    await db
      .insertInto("notification_choices")
      .values(choice)
      .onConflict((conflict) => conflict.columns(["person_id", "kind"]).doUpdateSet(row))
      .execute();
    return;
  }
  await db
    .insertInto("member_choices")
    .values({ tenant_id: ownerIdOf(person), ...choice })
    .onConflict((conflict) => conflict.columns(["tenant_id", "person_id", "kind"]).doUpdateSet(row))
    .execute();
}

/** True for a super admin too, whose notifications are their own. */
const isFounder = (person: Person) => person.member.id === ownerIdOf(person);

async function selectStored(db: Db, person: Person) {
  const own = await db
    .selectFrom("notification_choices")
    .select(["kind", "email", "sms", "above_paise"])
    .where("person_id", "=", person.member.id)
    .execute();
  if (isFounder(person)) return own;
  const ofBusiness = await db
    .selectFrom("member_choices")
    .select(["kind", "email", "sms", "above_paise"])
    .where("tenant_id", "=", ownerIdOf(person))
    .where("person_id", "=", person.member.id)
    .execute();
  // A founder of another business has choices of its kinds there.
  return [...own.filter(({ kind }) => isPersonal(kind as NotificationKind)), ...ofBusiness];
}

async function listChoices(db: Db, person: Person): Promise<NotificationChoice[]> {
  const rows = await selectStored(db, person);
  const isOwner = (person.member.roles as readonly string[]).includes("owner");
  const canText = await findSendableTexts();
  return kindsFor(audienceOf(person)).map((kind) => {
    const { group, name, email, sms, isAlwaysTexted, abovePaise } = kindEntries[kind];
    const chosen = rows.find((row) => row.kind === kind);
    const above = chosen?.above_paise ?? abovePaise;
    return {
      kind,
      group,
      name,
      email: chosen?.email ?? (email && (isOwner || isFounder(person) || isPersonal(kind))),
      sms: isAlwaysTexted
        ? "always"
        : !sms || !canText.has(sms)
          ? "unavailable"
          : chosen?.sms
            ? "on"
            : "off",
      above: abovePaise === undefined || above === undefined ? null : inr(above),
    };
  });
}

function audienceOf(person: Person): Parameters<typeof kindsFor>[0] {
  if (isSuperAdmin(person)) return "superadmin";
  const permissions = permissionsOf({ role: person.role, roles: person.member.roles });
  return permissions.includes("notifications") ? "tenant" : "member";
}

/** The texts for which a gateway has everything, such as the id of the registered text. */
async function findSendableTexts(): Promise<ReadonlySet<SmsKind>> {
  const settings = await readSettings();
  const kinds = [...new Set(Object.values(kindEntries).flatMap(({ sms }) => sms ?? []))];
  const sendable = await Promise.all(
    kinds.map(async (kind) => {
      const template = settings[`${kind}_sms`];
      const missing = await Promise.all(
        smsGateways().map((gateway) => gateway.missingSettings(template, kind)),
      );
      return missing.some((names) => names.length === 0) ? [kind] : [];
    }),
  );
  return new Set(sendable.flat());
}

/** The newest code's address, while the code can be used. */
async function selectPending(db: Db, { member: { id } }: Person) {
  const newest = await db
    .selectFrom("email_codes")
    .select(["address", "expires_at", "used_at"])
    .where("person_id", "=", id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest && !newest.used_at && newest.expires_at > now() ? newest : undefined;
}

/** Why the newest e-mail to the person's address did not arrive. */
async function selectProblem(db: Db, { member: { id } }: Person): Promise<string | null> {
  const newest = await db
    .selectFrom("outbound_messages")
    .innerJoin("email_addresses", (join) =>
      join
        .onRef("email_addresses.person_id", "=", "outbound_messages.person_id")
        .onRef("address", "=", "to_address"),
    )
    .select(["state", "last_error"])
    .where("outbound_messages.person_id", "=", id)
    .where("state", "<>", "waiting")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.state === "failed" ? newest.last_error : null;
}
