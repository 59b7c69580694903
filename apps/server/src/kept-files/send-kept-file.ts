import { sql } from "kysely";
import { database } from "../db.ts";
import type { KeptFile } from "../send-file.ts";
import { streamedFile } from "../streamed-file.ts";
import { stateOf, type FileRow } from "./kept-file.ts";

interface Refusals {
  readonly notReady: () => Error;
  readonly expired: () => Error;
}

/**
 * A file that is ready, whole or from any byte on, whichever server made it.
 * @throws what it is given for one that is not ready or has expired.
 */
export function sendKeptFile(
  row: FileRow,
  fileName: string,
  { notReady, expired }: Refusals,
): KeptFile {
  const state = stateOf(row);
  if (state === "expired") throw expired();
  if (state !== "ready" || row.byte_count === null) throw notReady();
  return {
    fileName,
    kind: row.format,
    byteCount: Number(row.byte_count),
    // Made again, after an expiry or a failure, it may be another file.
    etag: `"${row.id}-${row.made_by_try}"`,
    read: (start, end) => streamedFile(row.format, fileName, bytesOf(row, start, end)).content,
  };
}

/** One that is deleted meanwhile breaks the download off: nobody takes half a file for a whole. */
async function* bytesOf(row: FileRow, start: number, end: number): AsyncGenerator<Buffer> {
  let { part, skip } = await findPart(row, start);
  for (let left = end - start; left > 0; part += 1, skip = 0) {
    const found = await database()
      .selectFrom("kept_file_parts")
      .select("content")
      .where("file_id", "=", row.id)
      .where("made_by_try", "=", row.made_by_try)
      .where("part", "=", part)
      .executeTakeFirst();
    if (!found) throw new Error(`File ${row.id} has lost part ${part}`);
    const content = found.content.subarray(skip, skip + left);
    left -= content.length;
    yield content;
  }
}

/** The part in which a byte lies, found by the parts' lengths, for which none is read. */
async function findPart(row: FileRow, at: number): Promise<{ part: number; skip: number }> {
  if (at === 0) return { part: 0, skip: 0 };
  const { rows } = await sql<{ part: number; before: bigint }>`
    select part, before from (
      select part, octet_length(content) as bytes,
        coalesce(sum(octet_length(content)) over (
          order by part rows between unbounded preceding and 1 preceding
        ), 0)::bigint as before
      from kept_file_parts where file_id = ${row.id} and made_by_try = ${row.made_by_try}
    ) as parts
    where before <= ${at} and before + bytes > ${at}
  `.execute(database());
  const [found] = rows;
  if (!found) throw new Error(`File ${row.id} has no byte ${at}`);
  return { part: found.part, skip: at - Number(found.before) };
}
