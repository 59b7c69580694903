import { limits } from "@rokad/contract/limits";
import type { NotificationKind } from "@rokad/contract/notifications";
import { sql } from "kysely";
import type { Tx } from "../../database/db.ts";
import { plainRupees, rupees } from "../../kernel/money.ts";
import type { EmailContent } from "../email/queue-message.ts";
import type { EmailDraft } from "../email/email-draft.ts";
import { writeEmail } from "../email/write-email.ts";
import { kindEntries, listPageOf } from "../notifications/kind-entries.ts";
import { describe, type CommonRow, type KindEntry } from "../notifications/notification-kind.ts";
import { selectForTenant } from "../notifications/queries.ts";
import { readLanguage } from "../people/language.ts";
import { superAdminKinds } from "../notifications/super-admin-kinds.ts";
import { selectForSuperAdmin } from "../notifications/super-admin-queries.ts";
import { tenantKinds } from "../notifications/tenant-kinds.ts";
import { productName } from "../settings/read-branding.ts";
import type { TextValues } from "../sms/write-text.ts";

interface Digest {
  /** Whose notifications they are: a business or a person. */
  readonly ownerId: string;
  /** Who gets the message. */
  readonly personId: string;
  readonly kind: NotificationKind;
  /** The notifications, oldest first. */
  readonly ids: readonly string[];
}

/**
 * Writes the e-mail about one notification, or about several of one kind: their number, the total of
 * their amounts, and the first ones. Each links to its page in the console.
 */
export async function writeEmailDigest(db: Tx, digest: Digest): Promise<EmailContent> {
  const { ownerId, personId, kind, ids } = digest;
  const tenant = await db
    .selectFrom("tenants")
    .select("name")
    .where("id", "=", ownerId)
    .executeTakeFirst();
  const isSuperAdmins = tenant === undefined;
  const items = await describeFirst(db, digest, isSuperAdmins);
  const { name } = kindEntries[kind];
  const language = await readLanguage(db, personId);
  const footer = {
    footer: [
      isSuperAdmins || ownerId === personId
        ? `You get this e-mail because “${name}” is on in your notifications.`
        : `You get this e-mail because “${name}” is on in your notifications of ${tenant.name}.`,
    ],
    footerLink: { label: "Change what you get", page: "/account/notifications" },
  };
  const [only] = items;
  if (ids.length === 1 && only) return writeEmail({ ...aboutOne(only), ...footer }, language);
  const total = await totalOf(db, digest);
  const more = ids.length - items.length;
  const page = listPageOf(kind, isSuperAdmins ? "superadmin" : "tenant");
  return writeEmail(
    {
      title: `${ids.length.toLocaleString("en-IN")} × ${name}`,
      intro: [
        ...(total > 0n
          ? [`${ids.length.toLocaleString("en-IN")} in total, together ${rupees(total)}.`]
          : []),
        ...(more > 0 ? [`The first ${items.length} of them:`] : []),
      ],
      items,
      ...(page !== null && { button: { label: "Show all", page } }),
      ...footer,
    },
    language,
  );
}

function aboutOne({ title, text, page }: Item): Omit<EmailDraft, "footer"> {
  return {
    title,
    intro: [text],
    ...(page !== null && { button: { label: "Open in the console", page } }),
  };
}

interface Item {
  readonly title: string;
  readonly text: string;
  readonly page: string | null;
}

async function describeFirst(
  db: Tx,
  { ownerId, kind, ids }: Digest,
  isSuperAdmins: boolean,
): Promise<Item[]> {
  const first = ids.slice(0, limits.digestItemsShown);
  const items = isSuperAdmins
    ? asItems(
        superAdminKinds,
        kind,
        await selectForSuperAdmin(db, ownerId).where("notifications.id", "in", first).execute(),
      )
    : asItems(
        tenantKinds,
        kind,
        await selectForTenant(db)
          .where("notifications.person_id", "=", ownerId)
          .where("notifications.id", "in", first)
          .execute(),
      );
  return items.toReversed();
}

function asItems<Row extends CommonRow>(
  entries: Readonly<Partial<Record<NotificationKind, KindEntry<Row>>>>,
  kind: NotificationKind,
  rows: readonly Row[],
): Item[] {
  const entry = entries[kind];
  if (!entry) return [];
  return rows.map((row) => {
    const { title, text, page } = describe(entry, row);
    return { title, text: entry.emailText?.(row) ?? text, page };
  });
}

/** The sum of the amounts that they are about; 0 for kinds without. */
async function totalOf(db: Tx, { ownerId, ids }: Pick<Digest, "ownerId" | "ids">) {
  const { rows } = await sql<{ paise: bigint }>`
    select coalesce(sum(coalesce(
        notifications.amount_paise, payouts.amount_paise, deposits.amount_paise
      )), 0)::bigint as paise
    from notifications
    left join payouts on payouts.id = subject_id
    left join deposits on deposits.id = subject_id
    where notifications.person_id = ${ownerId} and notifications.id = any(${ids}::uuid[])
  `.execute(db);
  return rows[0]?.paise ?? 0n;
}

/** The values of the registered text about these notifications. */
export async function writeTextDigest(
  db: Tx,
  digest: Pick<Digest, "ownerId" | "ids">,
): Promise<TextValues> {
  return {
    product: await productName(),
    count: String(digest.ids.length),
    amount: plainRupees(await totalOf(db, digest)),
  };
}
