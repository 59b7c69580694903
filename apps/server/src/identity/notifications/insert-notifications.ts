import type { NotificationKind } from "@rokad/contract/notifications";
import { rolesWith } from "@rokad/contract/roles";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import { newId } from "../../kernel/ids.ts";
import { isPersonal, kindEntries } from "./kind-entries.ts";

interface NotificationRow {
  readonly personId: string;
  readonly kind: NotificationKind;
  readonly subjectId: string | null;
  readonly detail?: string;
  readonly amountPaise?: bigint;
  readonly textTo?: readonly string[];
}

/** The roles that see a business's notifications. */
export const readingRoles = rolesWith("notifications", "operator");

/**
 * Inserts notifications, and a delivery for each that its person or a member of its business wants by
 * e-mail or as a text, in one statement. What is about the founder goes to no other member. It belongs
 * to the transaction of the change; the digests follow after the commit.
 */
export async function insertNotifications(db: Tx, list: readonly NotificationRow[]): Promise<void> {
  // Ids of one millisecond are in random order; sorting gives them the list's order.
  const ids = list.map(newId).toSorted();
  const rows = list.map(
    ({ personId, kind, subjectId, detail = null, amountPaise, textTo }, at) => ({
      person_id: personId,
      id: ids[at] ?? null,
      kind,
      subject_id: subjectId,
      detail,
      amount_paise: amountPaise ?? null,
      text_to: textTo ? `{${textTo.join(",")}}` : null,
      by_email: kindEntries[kind].email,
      can_text: kindEntries[kind].sms !== undefined,
      above_paise: kindEntries[kind].abovePaise ?? null,
      bounds_email: kindEntries[kind].boundsTextsOnly !== true,
      is_personal: isPersonal(kind),
    }),
  );
  const {
    text_to: _,
    by_email: __,
    can_text: ___,
    above_paise: ____,
    bounds_email: _____,
    is_personal: ______,
    ...columns
  } = addedColumns;
  await sql`
    with added as materialized (select * from ${unnestRows("added", addedColumns, rows)}),
    inserted as (
      insert into notifications (${columnList(columns)}, created_at)
      select ${columnList(columns)}, ${now()}::timestamptz from added
    ),
    channels (channel) as (values ('email'), ('sms')),
    to_members as (
      insert into member_deliveries (
        tenant_id, notification_id, person_id, channel, kind, created_at
      )
      select added.person_id, added.id, memberships.person_id, channel, added.kind,
        ${now()}::timestamptz
      from added
      join memberships
        on memberships.tenant_id = added.person_id and memberships.person_id <> added.person_id
      left join member_choices as chosen
        on chosen.tenant_id = added.person_id and chosen.person_id = memberships.person_id
          and chosen.kind = added.kind
      left join email_addresses on email_addresses.person_id = memberships.person_id
      cross join channels
      where not is_personal and disabled_at is null and roles && ${readingRoles}::text[]
        and case channel
          when 'email' then
            address is not null and coalesce(chosen.email, by_email and 'owner' = any(roles))
          else can_text and coalesce(chosen.sms, false)
            and (text_to is null or memberships.person_id = any(text_to::uuid[]))
        end
        and ${isAbove}
    )
    insert into notification_deliveries (person_id, notification_id, channel, kind, created_at)
    select added.person_id, added.id, channel, added.kind, ${now()}::timestamptz
    from added
    left join notification_choices as chosen using (person_id, kind)
    left join email_addresses using (person_id)
    cross join channels
    where
      case channel
        when 'email' then address is not null and coalesce(chosen.email, by_email)
        else can_text and coalesce(chosen.sms, false)
          and (text_to is null or added.person_id = any(text_to::uuid[]))
      end
      and ${isAbove}
      -- A founder who was removed, or whose roles don't show them any more.
      and (is_personal or not exists (
        select from memberships
        where tenant_id = added.person_id and memberships.person_id = added.person_id
          and not (disabled_at is null and roles && ${readingRoles}::text[])
      ))
  `.execute(db);
}

/** Whether the amount reaches what the person chose, or the default of the kind. */
const isAbove = sql`(
  added.above_paise is null or channel = 'email' and not bounds_email
  or coalesce(chosen.above_paise, added.above_paise) <= coalesce(
    added.amount_paise, (select amount_paise from payouts where payouts.id = subject_id)
  )
)`;

const addedColumns = {
  person_id: "uuid",
  id: "uuid",
  kind: "text",
  subject_id: "uuid",
  detail: "text",
  amount_paise: "bigint",
  text_to: "text",
  by_email: "boolean",
  can_text: "boolean",
  above_paise: "bigint",
  bounds_email: "boolean",
  is_personal: "boolean",
} as const;
