import { database } from "../src/database/db.ts";
import type { FaultName, Step } from "./fault-tables.ts";

export interface Case {
  readonly step: Step;
  readonly fault: FaultName;
  /** Whether the beneficiary's bank takes the money in the end. */
  readonly ends: "success" | "failed";
  readonly id: string;
  readonly reference: string;
}

export function rowsOf(cases: readonly Case[]) {
  return database()
    .selectFrom("payouts")
    .select(["id", "status", "due_at", "attempts"])
    .where(
      "id",
      "in",
      cases.map(({ id }) => id),
    )
    .execute();
}

export function endOf(cases: readonly Case[], id: string): Case["ends"] {
  return cases.find((one) => one.id === id)?.ends ?? "success";
}
