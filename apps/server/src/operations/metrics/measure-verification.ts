import { database } from "../../database/db.ts";
import { findLastVerification } from "../../ledger/last-verification.ts";
import { showVerification } from "../verification/show-verification.ts";
import { ageSeconds } from "./age-seconds.ts";
import type { Sample } from "./platform-metrics.ts";
import { readInstalledAt } from "./read-installed-at.ts";

/** A new installation counts from its first migration until its first verification. */
export async function measureVerification(): Promise<Sample[]> {
  const { last } = await showVerification();
  const complete = await findLastVerification(database());
  return [
    {
      name: "rokad_verification_age_seconds",
      value: ageSeconds(complete?.at ?? (await readInstalledAt())),
    },
    { name: "rokad_verification_faults", value: last?.fault_count ?? 0 },
    { name: "rokad_verification_failed", value: Number(last?.state === "broken") },
  ];
}
