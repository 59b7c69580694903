import type { NotificationKind } from "@rokad/contract/notifications";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { columnList, unnestRows } from "../../database/unnest-rows.ts";
import { newId } from "../../kernel/ids.ts";
import { kindEntries } from "./kind-entries.ts";

interface NotificationRow {
  readonly personId: string;
  readonly kind: NotificationKind;
  readonly subjectId: string | null;
  readonly detail?: string;
}

/**
 * Inserts notifications, and a delivery for each that its person wants by e-mail or as a text, in one
 * statement. It belongs to the transaction of the change; the digests follow after the commit.
 */
export async function insertNotifications(db: Tx, list: readonly NotificationRow[]): Promise<void> {
  // Ids of one millisecond are in random order; sorting gives them the list's order.
  const ids = list.map(newId).toSorted();
  const rows = list.map(({ personId, kind, subjectId, detail = null }, at) => ({
    person_id: personId,
    id: ids[at] ?? null,
    kind,
    subject_id: subjectId,
    detail,
    by_email: kindEntries[kind].email,
    can_text: kindEntries[kind].sms !== undefined,
    above_paise: kindEntries[kind].abovePaise ?? null,
  }));
  const { by_email: _, can_text: __, above_paise: ___, ...columns } = addedColumns;
  await sql`
    with added as materialized (select * from ${unnestRows("added", addedColumns, rows)}),
    inserted as (
      insert into notifications (${columnList(columns)}, created_at)
      select ${columnList(columns)}, ${now()}::timestamptz from added
    )
    insert into notification_deliveries (person_id, notification_id, channel, kind, created_at)
    select added.person_id, added.id, channel, added.kind, ${now()}::timestamptz
    from added
    left join notification_choices as chosen using (person_id, kind)
    left join email_addresses using (person_id)
    cross join (values ('email'), ('sms')) as channels (channel)
    where
      case channel
        when 'email' then address is not null and coalesce(chosen.email, by_email)
        else can_text and coalesce(chosen.sms, false)
      end
      and (
        added.above_paise is null
        or coalesce(chosen.above_paise, added.above_paise)
          <= (select amount_paise from payouts where payouts.id = subject_id)
      )
  `.execute(db);
}

const addedColumns = {
  person_id: "uuid",
  id: "uuid",
  kind: "text",
  subject_id: "uuid",
  detail: "text",
  by_email: "boolean",
  can_text: "boolean",
  above_paise: "bigint",
} as const;
