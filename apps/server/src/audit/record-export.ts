import { database, transaction } from "../db.ts";
import { tooMany } from "../errors.ts";
import type { File } from "../send-file.ts";
import { countInHour } from "../sign-in/count-use.ts";
import type { Visitor } from "../sign-in/open-session.ts";
import type { Person } from "../sign-in/person.ts";
import { record } from "./record.ts";

/** More than anybody reads, and a bound on what exports add to a log that is kept for ever. */
const exportsPerHourMax = 300;

/** @throws 429 `EXPORTS_BUSY` for somebody who has taken too many files in this hour. */
export async function countExport(person: Person | undefined): Promise<void> {
  if (!person) return;
  const { used, secondsLeft } = await countInHour(database(), `files of ${person.id}`);
  if (used <= exportsPerHourMax) return;
  throw tooMany(
    "EXPORTS_BUSY",
    "You have made very many files in this hour. Please try again later.",
    secondsLeft,
  );
}

interface Asked {
  readonly person: Person | undefined;
  readonly params: unknown;
  readonly query: unknown;
  readonly visitor: Visitor;
}

/** Records who took which file with which filter, before its first byte is sent. */
export async function recordExport(call: string, file: File, asked: Asked): Promise<void> {
  try {
    await transaction((db) =>
      record(db, {
        act: "export.made",
        by: asked.person ?? null,
        from: asked.visitor,
        subject: { kind: "export", id: call },
        after: {
          file: file.fileName,
          ...(asked.params as object | undefined),
          ...(asked.query as object | undefined),
        },
      }),
    );
  } catch (error) {
    // Nobody gets a file that is not in the log; its place among the downloads is free again.
    if ("content" in file) file.content.destroy();
    throw error;
  }
}
