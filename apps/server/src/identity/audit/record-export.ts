import { database, transaction } from "../../database/db.ts";
import { tooManyRequests } from "../../kernel/errors.ts";
import type { File } from "../../files/send-file.ts";
import { countInHour } from "../rate-limit.ts";
import type { Person, RequestOrigin } from "../../kernel/person.ts";
import { record } from "./record.ts";

/** Bounds what exports add to a log that is never deleted. */
const exportsPerHourMax = 300;

/** @throws 429 `EXPORTS_BUSY` when the person has downloaded too many files in this hour. */
export async function countExport(person: Person | undefined): Promise<void> {
  if (!person) return;
  const { used, secondsLeft } = await countInHour(database(), `files of ${person.id}`);
  if (used <= exportsPerHourMax) return;
  throw tooManyRequests(
    "EXPORTS_BUSY",
    `You have downloaded ${exportsPerHourMax} files this hour. Try again later.`,
    secondsLeft,
  );
}

interface ExportRequest {
  readonly person: Person | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly origin: RequestOrigin;
}

/** Records who downloads which file with which filter, before the first byte is sent. */
export async function recordExport(
  call: string,
  file: File,
  request: ExportRequest,
): Promise<void> {
  try {
    await transaction((db) =>
      record(db, {
        act: "export.made",
        by: request.person ?? null,
        from: request.origin,
        subject: { kind: "export", id: call },
        after: {
          file: file.fileName,
          ...(request.params as object | undefined),
          ...(request.query as object | undefined),
        },
      }),
    );
  } catch (error) {
    // Send no file that is not in the log, and free its download slot.
    if ("content" in file) file.content.destroy();
    throw error;
  }
}
