import { limits } from "@rokad/contract/limits";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { database, transaction, violatedConstraint, type Tx } from "../../database/db.ts";
import { notFound, type ApiError } from "../../kernel/errors.ts";
import type { Job } from "../jobs/job.ts";

const partBytes = 256 * 1024;

interface StoreOptions {
  readonly bytesMax: number;
  /** The error for a larger file. */
  readonly tooLarge: () => ApiError;
  /** Called after all bytes are read. */
  readonly rowCount: () => bigint;
  /** Notifies the person, once, in the transaction that marks the file as ready. */
  readonly notify: (db: Tx) => Promise<void>;
}

/**
 * Stores a file in PostgreSQL in parts while it is created. If two workers create one file, the
 * first to finish wins and the parts of the other are deleted.
 * @throws {ApiError} if the file is too large or was deleted meanwhile.
 */
export async function storeFile(
  id: string,
  { tries }: Pick<Job, "tries">,
  bytes: AsyncIterable<string | Buffer>,
  { bytesMax, tooLarge, rowCount, notify }: StoreOptions,
): Promise<void> {
  const ownTry = { file_id: id, made_by_try: tries };
  await deleteParts(ownTry);
  let byteCount = 0;
  let part = 0;
  for await (const content of splitIntoParts(bytes)) {
    byteCount += content.length;
    if (byteCount > bytesMax) {
      await deleteParts(ownTry);
      throw tooLarge();
    }
    await storePart({ ...ownTry, part, content });
    part += 1;
  }
  await transaction(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable("stored_files")
      .set({
        ready_at: now(),
        made_by_try: tries,
        byte_count: BigInt(byteCount),
        row_count: rowCount(),
        expires_at: secondsFromNow(limits.storedFileDays * 24 * 60 * 60),
        failed_at: null,
      })
      .where("id", "=", id)
      .where("ready_at", "is", null)
      .executeTakeFirst();
    const isWinner = numUpdatedRows > 0n;
    await db
      .deleteFrom("stored_file_parts")
      .where("file_id", "=", id)
      .where("made_by_try", isWinner ? "!=" : "=", tries)
      .execute();
    if (isWinner) await notify(db);
  });
}

interface FileTry {
  readonly file_id: string;
  readonly made_by_try: number;
}

async function storePart(part: FileTry & { part: number; content: Buffer }): Promise<void> {
  try {
    await database().insertInto("stored_file_parts").values(part).execute();
  } catch (error) {
    if (violatedConstraint(error) === "stored_file_parts_file") throw notFound("This file");
    throw error;
  }
}

async function deleteParts(ownTry: FileTry): Promise<void> {
  await database()
    .deleteFrom("stored_file_parts")
    .where("file_id", "=", ownTry.file_id)
    .where("made_by_try", "=", ownTry.made_by_try)
    .execute();
}

async function* splitIntoParts(bytes: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    const buffer = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    pending.push(buffer);
    size += buffer.length;
    if (size < partBytes) continue;
    yield Buffer.concat(pending);
    pending = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(pending);
}
