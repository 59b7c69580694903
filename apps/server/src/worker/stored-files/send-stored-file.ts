import { sql } from "kysely";
import { database } from "../../database/db.ts";
import type { StoredFileContent } from "../../files/send-file.ts";
import { streamFile } from "../../files/stream-file.ts";
import { fileState, type FileRow } from "./stored-file.ts";

interface StateErrors {
  readonly notReady: () => Error;
  readonly expired: () => Error;
}

/**
 * The content of a ready file, whole or from any byte on, whichever server created it.
 * @throws `notReady` or `expired` for a file in that state.
 */
export function sendStoredFile(
  row: FileRow,
  fileName: string,
  { notReady, expired }: StateErrors,
): StoredFileContent {
  const state = fileState(row);
  if (state === "expired") throw expired();
  if (state !== "ready" || row.byte_count === null) throw notReady();
  return {
    fileName,
    kind: row.format,
    byteCount: Number(row.byte_count),
    // Another try may create a different file.
    etag: `"${row.id}-${row.made_by_try}"`,
    read: (start, end) => streamFile(row.format, fileName, bytesOf(row, start, end)).content,
  };
}

/** Fails if the file is deleted meanwhile, so that the download is visibly incomplete. */
async function* bytesOf(row: FileRow, start: number, end: number): AsyncGenerator<Buffer> {
  let { part, skip } = await findPart(row, start);
  for (let left = end - start; left > 0; part += 1, skip = 0) {
    const stored = await database()
      .selectFrom("stored_file_parts")
      .select("content")
      .where("file_id", "=", row.id)
      .where("made_by_try", "=", row.made_by_try)
      .where("part", "=", part)
      .executeTakeFirst();
    if (!stored) throw new Error(`File ${row.id} lacks part ${part}`);
    const content = stored.content.subarray(skip, skip + left);
    left -= content.length;
    yield content;
  }
}

/** The part that contains a byte, found by the lengths of the parts without reading them. */
async function findPart(row: FileRow, at: number): Promise<{ part: number; skip: number }> {
  if (at === 0) return { part: 0, skip: 0 };
  const { rows } = await sql<{ part: number; before: bigint }>`
    select part, before from (
      select part, octet_length(content) as bytes,
        coalesce(sum(octet_length(content)) over (
          order by part rows between unbounded preceding and 1 preceding
        ), 0)::bigint as before
      from stored_file_parts where file_id = ${row.id} and made_by_try = ${row.made_by_try}
    ) as parts
    where before <= ${at} and before + bytes > ${at}
  `.execute(database());
  const [location] = rows;
  if (!location) throw new Error(`File ${row.id} has no byte ${at}`);
  return { part: location.part, skip: at - Number(location.before) };
}
