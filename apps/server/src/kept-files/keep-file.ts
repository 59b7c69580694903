import { limits } from "@rokad/contract/limits";
import { now, secondsFromNow } from "../clock.ts";
import { database, transaction, violated, type Tx } from "../db.ts";
import { notFound, type Refusal } from "../errors.ts";
import type { Job } from "../jobs/job.ts";

const partBytes = 256 * 1024;

interface Keeping {
  readonly bytesMax: number;
  /** What is said of a file that grows beyond that. */
  readonly tooLarge: () => Refusal;
  /** Once all of it is read. */
  readonly rowCount: () => bigint;
  /** Tells who asked for it, in the transaction that makes it ready, and once. */
  readonly tell: (db: Tx) => Promise<void>;
}

/**
 * Keeps a file in PostgreSQL while it is made, in parts. Of two workers on one file the first to
 * end wins, and the other's parts go.
 * @throws a `Refusal` when the file grows too large, or was deleted meanwhile.
 */
export async function keepFile(
  id: string,
  { tries }: Pick<Job, "tries">,
  bytes: AsyncIterable<string | Buffer>,
  { bytesMax, tooLarge, rowCount, tell }: Keeping,
): Promise<void> {
  const mine = { file_id: id, made_by_try: tries };
  await forgetParts(mine);
  let byteCount = 0;
  let part = 0;
  for await (const content of inParts(bytes)) {
    byteCount += content.length;
    if (byteCount > bytesMax) {
      await forgetParts(mine);
      throw tooLarge();
    }
    await keepPart({ ...mine, part, content });
    part += 1;
  }
  await transaction(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable("kept_files")
      .set({
        ready_at: now(),
        made_by_try: tries,
        byte_count: BigInt(byteCount),
        row_count: rowCount(),
        expires_at: secondsFromNow(limits.keptFileDays * 24 * 60 * 60),
        failed_at: null,
      })
      .where("id", "=", id)
      .where("ready_at", "is", null)
      .executeTakeFirst();
    const isMine = numUpdatedRows > 0n;
    await db
      .deleteFrom("kept_file_parts")
      .where("file_id", "=", id)
      .where("made_by_try", isMine ? "!=" : "=", tries)
      .execute();
    if (isMine) await tell(db);
  });
}

interface Mine {
  readonly file_id: string;
  readonly made_by_try: number;
}

async function keepPart(part: Mine & { part: number; content: Buffer }): Promise<void> {
  try {
    await database().insertInto("kept_file_parts").values(part).execute();
  } catch (error) {
    if (violated(error) === "kept_file_parts_file") throw notFound("This file");
    throw error;
  }
}

async function forgetParts(mine: Mine): Promise<void> {
  await database()
    .deleteFrom("kept_file_parts")
    .where("file_id", "=", mine.file_id)
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
