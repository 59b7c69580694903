import { limits } from "@rokad/contract/limits";
import { platformReportTitles, type PlatformReportKind } from "@rokad/contract/platform-reports";
import { now, secondsFromNow } from "../clock.ts";
import { database, transaction } from "../db.ts";
import { reportTooLarge } from "../errors.ts";
import type { Job } from "../jobs/job.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";

const partBytes = 256 * 1024;

interface Report {
  readonly id: string;
  readonly kind: PlatformReportKind;
  readonly asked_by: string;
}

/**
 * Keeps a file in PostgreSQL while it is made, in parts, and tells who asked for it. Of two
 * workers on one report the first to end wins, and the other's parts go.
 * @throws a `Refusal` when the file grows beyond 64 MB.
 */
export async function keepFile(
  report: Report,
  { tries }: Pick<Job, "tries">,
  bytes: AsyncIterable<string | Buffer>,
  rowCount: () => bigint,
): Promise<void> {
  const mine = { report_id: report.id, made_by_try: tries };
  await forgetParts(mine);
  let byteCount = 0;
  let part = 0;
  for await (const content of inParts(bytes)) {
    byteCount += content.length;
    if (byteCount > limits.platformReportBytesMax) {
      await forgetParts(mine);
      throw reportTooLarge("The file would be larger than 64 MB. Choose a shorter period.");
    }
    await database()
      .insertInto("platform_report_parts")
      .values({ ...mine, part, content })
      .execute();
    part += 1;
  }
  await transaction(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable("platform_reports")
      .set({
        ready_at: now(),
        made_by_try: tries,
        byte_count: BigInt(byteCount),
        row_count: rowCount(),
        expires_at: secondsFromNow(limits.platformReportDays * 24 * 60 * 60),
      })
      .where("id", "=", report.id)
      .where("ready_at", "is", null)
      .executeTakeFirst();
    const isMine = numUpdatedRows > 0n;
    await db
      .deleteFrom("platform_report_parts")
      .where("report_id", "=", report.id)
      .where("made_by_try", isMine ? "!=" : "=", tries)
      .execute();
    if (!isMine) return;
    await tellSuperAdmins(db, {
      kind: "report_ready",
      subjectId: report.id,
      detail: platformReportTitles[report.kind],
      only: report.asked_by,
    });
  });
}

async function forgetParts(mine: { report_id: string; made_by_try: number }): Promise<void> {
  await database()
    .deleteFrom("platform_report_parts")
    .where("report_id", "=", mine.report_id)
    .where("made_by_try", "=", mine.made_by_try)
    .execute();
}

async function* inParts(bytes: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    const buffer = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    waiting.push(buffer);
    size += buffer.length;
    if (size < partBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
