import { exportKinds } from "@rokad/contract/exports";
import { platformReportKinds } from "@rokad/contract/platform-reports";
import { sql } from "kysely";
import { now } from "../../kernel/clock.ts";
import { pageOf } from "../../kernel/page.ts";
import { database, type Db } from "../../database/db.ts";

/** Files that people may have created in the background; they are stored for a week. */
type Kind = (typeof platformReportKinds)[number] | (typeof exportKinds)[number];

export const reportFiles = platformReportKinds;
export const exportFiles = exportKinds;

/** A query for the files of some kinds that a person requested, with the status of their jobs. */
export function selectFiles<K extends Kind>(db: Db, personId: string, kinds: readonly K[]) {
  return db
    .selectFrom("stored_files")
    .leftJoin("background_jobs", "background_jobs.id", "stored_files.job_id")
    .selectAll("stored_files")
    .select([
      "background_jobs.status",
      "background_jobs.last_error",
      "background_jobs.progress_total",
      sql<bigint>`coalesce(progress_done, 0)`.as("progress_done"),
    ])
    .where("stored_files.owner_id", "=", personId)
    .where("stored_files.kind", "in", [...kinds])
    .$narrowType<{ kind: K }>();
}

export type FileRow<K extends Kind = Kind> = Awaited<
  ReturnType<ReturnType<typeof selectFiles<K>>["execute"]>
>[number];

/** A page of a person's files of some kinds, newest first. */
export async function pageOfFiles<K extends Kind>(
  personId: string,
  kinds: readonly K[],
  { page, limit }: { readonly page: number; readonly limit: number },
) {
  const [rows, { count }] = await Promise.all([
    selectFiles(database(), personId, kinds)
      .orderBy("stored_files.created_at", "desc")
      .orderBy("stored_files.id", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    database()
      .selectFrom("stored_files")
      .select((eb) => eb.fn.countAll<bigint>().as("count"))
      .where("owner_id", "=", personId)
      .where("kind", "in", [...kinds])
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, pagination: pageOf({ page, limit }, count), total: Number(count) };
}

/** A person's own file. Another person's file is undefined, as if it did not exist. */
export function findOwnFile<K extends Kind>(
  db: Db,
  personId: string,
  kinds: readonly K[],
  id: string,
) {
  return selectFiles(db, personId, kinds).where("stored_files.id", "=", id).executeTakeFirst();
}

export type FileState = "waiting" | "making" | "ready" | "failed" | "expired";

/** The status of a file, as the API shows it. */
export function fileStatus(row: FileRow) {
  const state = fileState(row);
  const total = row.progress_total;
  return {
    state,
    progress: { done: Number(row.progress_done), total: total === null ? null : Number(total) },
    reason: row.ready_at ? null : (row.last_error ?? (state === "failed" ? discarded : null)),
    bytes: row.byte_count === null ? null : Number(row.byte_count),
    rows: row.row_count === null ? null : Number(row.row_count),
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

const discarded = "The job was discarded.";

/** A file that is not ready and whose job is dead, discarded or deleted has failed. */
export function fileState(row: FileRow): FileState {
  if (row.expires_at) return row.expires_at <= now() ? "expired" : "ready";
  if (row.status === "waiting") return "waiting";
  return row.status === "running" ? "making" : "failed";
}
