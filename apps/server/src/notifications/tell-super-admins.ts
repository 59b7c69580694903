import type { SuperAdminKind } from "@rokad/contract/notifications";
import { sql } from "kysely";
import { now } from "../clock.ts";
import type { Tx } from "../db.ts";
import { newId } from "../ids.ts";
import { announce } from "../live/announce.ts";
import { superAdminIds } from "../sign-in/super-admins.ts";

/** Something that everyone who runs the installation should hear of. */
export interface News {
  readonly kind: SuperAdminKind;
  /** The deposit, bank account, payout, verification or job; the person who paused or changed. */
  readonly subjectId: string | null;
  /** What the sentence needs and no row tells: "Primary", "Platform fee". */
  readonly detail?: string;
  /** Who did it themselves, or may not do what is asked for. */
  readonly but?: string | undefined;
  /** The one whom alone it is for: who asked for the report. */
  readonly only?: string;
}

/**
 * What becomes of earlier news of the same kind.
 * - `newest`: it takes the place of the one that is unread still, so that forty deposits that
 *   wait are one line with their number, not forty lines.
 * - `once`: told of a subject already, it is not told again, however often it comes.
 * - `each`: it stands for itself.
 */
const habits: Readonly<Record<SuperAdminKind, "newest" | "once" | "each">> = {
  deposit_requested: "newest",
  deposit_needs_second: "newest",
  bank_account_requested: "newest",
  money_in_suspense: "newest",
  payout_stuck: "newest",
  payout_contradicted: "once",
  provider_paused: "each",
  provider_resumed: "each",
  provider_failing: "each",
  books_faulty: "once",
  reconciliation_differs: "once",
  reconciliation_failed: "once",
  report_ready: "once",
  setting_changed: "each",
};

/**
 * Writes a notification for each super admin, inside the transaction in which the thing happens,
 * and tells their open pages. There are few of them.
 */
export async function tellSuperAdmins(db: Tx, news: News): Promise<void> {
  const everyone = (await superAdminIds(db)).filter(
    (id) => id !== news.but && (news.only === undefined || id === news.only),
  );
  if (everyone.length === 0) return;
  const habit = habits[news.kind];
  if (habit === "newest") await forgetUnread(db, everyone, news);
  const told = habit === "once" ? await whoKnows(db, everyone, news) : new Set();
  const people = everyone.filter((id) => !told.has(id));
  if (people.length === 0) return;
  await db
    .insertInto("notifications")
    .values(
      people.map((person_id) => ({
        person_id,
        id: newId(),
        kind: news.kind,
        subject_id: news.subjectId,
        detail: news.detail ?? null,
        created_at: now(),
      })),
    )
    .execute();
  await announce(db, people, ["notifications"]);
}

/** Two that come at once pass over each other's rows, rather than wait for them in a ring. */
async function forgetUnread(db: Tx, people: readonly string[], { kind }: News): Promise<void> {
  await sql`
    delete from notifications where (person_id, id) in (
      select person_id, id from notifications
      where person_id = any(${people}::uuid[]) and kind = ${kind} and read_at is null
        and id > coalesce(
          (
            select read_up_to from notification_marks
            where notification_marks.person_id = notifications.person_id
          ),
          '00000000-0000-0000-0000-000000000000'
        )
      for update skip locked
    )
  `.execute(db);
}

async function whoKnows(db: Tx, people: readonly string[], news: News): Promise<Set<string>> {
  const rows = await db
    .selectFrom("notifications")
    .select("person_id")
    .where("person_id", "in", people)
    .where("kind", "=", news.kind)
    .where("subject_id", "=", news.subjectId)
    .execute();
  return new Set(rows.map(({ person_id }) => person_id));
}
