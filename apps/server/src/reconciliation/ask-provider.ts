import type { DifferenceSide } from "@rokad/contract/reconciliation";
import { now } from "../clock.ts";
import type { Tx } from "../db.ts";
import { providerSilent } from "../errors.ts";
import { recordReport } from "../payouts/record-reports.ts";
import { OutcomeUnknownError, type Report } from "../providers/provider.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { differencesBetween, missingThere, type Finding } from "./compare.ts";
import type { DifferenceRow } from "./difference.ts";
import { readOurs } from "./queries.ts";
import { configured } from "./reconcile.ts";
import { theirsOf } from "./sides.ts";

/** What the provider says of one transfer now. */
export interface Answer {
  /** Undefined where it knows nothing of it. */
  readonly report: Report | undefined;
}

/**
 * Asks the provider how one payout stands and hands its word to the normal path, which decides
 * whether money moves.
 * @throws 503 `PROVIDER_SILENT`, 422 `PROVIDER_NOT_CONFIGURED`.
 */
export async function askProvider({
  adapter,
  reference_id: reference,
}: DifferenceRow): Promise<Answer> {
  if (reference === null) return { report: undefined };
  const provider = await configured(adapter);
  try {
    const report = await provider.look(reference);
    if (report) await recordReport({ ...report, reference, adapter });
    return { report };
  } catch (error) {
    if (error instanceof OutcomeUnknownError) throw providerSilent();
    throw error;
  }
}

/** The difference as it is after the answer: over, or open as what it is now. */
export async function keepAnswer(
  db: Tx,
  person: SuperAdmin,
  difference: DifferenceRow,
  { report }: Answer,
): Promise<{ isOver: boolean; message: string }> {
  const still = await standing(db, difference, report);
  if (!still) {
    await db
      .updateTable("reconciliation_differences")
      .set({ state: "settled", ended_at: now(), ended_by: person.id, seen_at: now() })
      .where("id", "=", difference.id)
      .execute();
    return { isOver: true, message: "Both sides agree now" };
  }
  await db
    .updateTable("reconciliation_differences")
    .set({
      action: still.action,
      is_severe: still.isSevere,
      ours: still.ours && JSON.stringify(still.ours),
      theirs: still.theirs && JSON.stringify(withAmount(still.theirs, difference)),
      seen_at: now(),
    })
    .where("id", "=", difference.id)
    .execute();
  return { isOver: false, message: said(still) };
}

async function standing(
  db: Tx,
  { kind, reference_id: reference }: DifferenceRow,
  report: Report | undefined,
): Promise<Finding | undefined> {
  const ours = reference === null ? undefined : await readOurs(db, reference);
  if (!ours) return undefined;
  if (report)
    return differencesBetween(ours, theirsOf(report)).find((found) => found.kind === kind);
  // What failed with us needs to be known to nobody.
  return ours.status === "failed" ? undefined : missingThere(ours);
}

/** An answer about one transfer tells no amount; what the list had told stays. */
function withAmount(theirs: DifferenceSide, { theirs: before }: DifferenceRow): DifferenceSide {
  const listed = before as DifferenceSide | null;
  return { ...theirs, amount: theirs.amount ?? listed?.amount ?? null };
}

function said({ kind, action }: Finding): string {
  if (action === "decide")
    return "The provider contradicts what our books have. Two super admins have to look into it";
  return kind === "missing_there"
    ? "The provider still knows nothing of it"
    : "The provider says the same as before";
}
