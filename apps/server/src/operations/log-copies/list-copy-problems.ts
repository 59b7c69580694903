import { database } from "../../database/db.ts";
import { copyNames } from "./configured-copies.ts";

/** A receiver that is down for a moment is no problem: Rokad tries again. */
const failuresMin = 3;

const nouns: Readonly<Record<string, string>> = {
  syslog: "The audit log does not reach syslog",
  webhook: "The audit log does not reach its webhook",
  "heads file": "The heads of the logs can't be written to their file",
  "heads webhook": "The heads of the logs do not reach their webhook",
  "heads mail": "The heads of the logs can't be sent by e-mail",
};

/** A sentence for each configured receiver outside that has failed several times in a row. */
export async function listCopyProblems(): Promise<string[]> {
  const rows = await database()
    .selectFrom("log_copies")
    .select(["name", "problem"])
    .where("failed_times", ">=", failuresMin)
    .orderBy("name")
    .execute();
  const names = copyNames();
  return rows
    .filter(({ name }) => names.has(name))
    .map(({ name, problem }) => `${nouns[name] ?? name}: ${problem}.`);
}
