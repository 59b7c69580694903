import { database, transaction } from "../../database/db.ts";
import { tooManyRequests } from "../../kernel/errors.ts";
import type { File } from "../../files/send-file.ts";
import { countInHour, readInHour } from "../rate-limit.ts";
import type { Person, RequestOrigin } from "../../kernel/person.ts";
import { record } from "./record.ts";

/** Bounds what exports add to a log that is never deleted. */
const exportsPerHourMax = 300;

const keyOf = ({ member }: Person) => `files of ${member.id}`;

/** @throws 429 `EXPORTS_BUSY` when the person has downloaded too many files in this hour. */
export async function assertExportsLeft(person: Person | undefined): Promise<void> {
  if (!person) return;
  const { used, secondsLeft } = await readInHour(database(), keyOf(person));
  if (used >= exportsPerHourMax) throw tooManyExports(secondsLeft);
}

/**
 * Counts a file that is there. Closes the race between downloads that were all allowed before the
 * first one was counted.
 */
async function countExport(person: Person): Promise<void> {
  const { used, secondsLeft } = await countInHour(database(), keyOf(person));
  if (used > exportsPerHourMax) throw tooManyExports(secondsLeft);
}

function tooManyExports(secondsLeft: number) {
  const message = `You have downloaded ${exportsPerHourMax} files this hour. Try again later.`;
  return tooManyRequests("EXPORTS_BUSY", message, secondsLeft);
}

interface ExportRequest {
  readonly person: Person | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly origin: RequestOrigin;
}

/**
 * Counts a download, and records who downloads which file with which filter, before the first byte
 * is sent.
 * @throws 429 `EXPORTS_BUSY`
 */
export async function recordExport(
  call: string,
  file: File,
  request: ExportRequest,
): Promise<void> {
  try {
    if (request.person) await countExport(request.person);
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
