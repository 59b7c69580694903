import type { DifferenceSide } from "@rokad/contract/reconciliation";
import { now } from "../../kernel/clock.ts";
import type { Tx } from "../../database/db.ts";
import { providerNotResponding } from "../../kernel/errors.ts";
import { applyProviderUpdate } from "../../payouts/send/apply-provider-updates.ts";
import { type ProviderUpdate } from "../../providers/transfer.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { findDifferences, missingThere, type Finding } from "./find-differences.ts";
import type { DifferenceRow } from "./difference.ts";
import { readOurPayout } from "./queries.ts";
import { requireProvider } from "./reconcile.ts";
import { transferOf } from "./compared-payout.ts";

/** The current status of one transfer at the provider. */
export interface ProviderAnswer {
  /** Undefined when the provider does not know the transfer. */
  readonly update: ProviderUpdate | undefined;
}

/**
 * Fetches the status of one payout from the provider and applies it through the normal path, which
 * decides whether money moves.
 * @throws 503 `PROVIDER_SILENT`, 422 `PROVIDER_NOT_CONFIGURED`.
 */
export async function fetchProviderStatus({
  adapter,
  reference_id: reference,
}: DifferenceRow): Promise<ProviderAnswer> {
  if (reference === null) return { update: undefined };
  const provider = await requireProvider(adapter);
  try {
    const update = await provider.checkStatus(reference);
    if (update) await applyProviderUpdate({ ...update, reference, adapter });
    return { update };
  } catch (error) {
    if (error instanceof OutcomeUnknownError) throw providerNotResponding();
    throw error;
  }
}

/** Closes the difference when both sides agree after the answer, or updates it. */
export async function updateDifference(
  db: Tx,
  person: SuperAdmin,
  difference: DifferenceRow,
  { update }: ProviderAnswer,
): Promise<{ isClosed: boolean; message: string }> {
  const finding = await findAgain(db, difference, update);
  if (!finding) {
    await db
      .updateTable("reconciliation_differences")
      .set({ state: "settled", ended_at: now(), ended_by: person.member.id, seen_at: now() })
      .where("id", "=", difference.id)
      .execute();
    return { isClosed: true, message: "Both sides agree now" };
  }
  await db
    .updateTable("reconciliation_differences")
    .set({
      action: finding.action,
      is_severe: finding.isSevere,
      ours: finding.ours && JSON.stringify(finding.ours),
      theirs: finding.theirs && JSON.stringify(withAmount(finding.theirs, difference)),
      seen_at: now(),
    })
    .where("id", "=", difference.id)
    .execute();
  return { isClosed: false, message: messageOf(finding) };
}

async function findAgain(
  db: Tx,
  { kind, reference_id: reference }: DifferenceRow,
  update: ProviderUpdate | undefined,
): Promise<Finding | undefined> {
  const ours = reference === null ? undefined : await readOurPayout(db, reference);
  if (!ours) return undefined;
  if (update) return findDifferences(ours, transferOf(update)).find((each) => each.kind === kind);
  // The provider need not know a payout that failed here.
  return ours.status === "failed" ? undefined : missingThere(ours);
}

/** A status check may have no amount; then the amount of the list stays. */
function withAmount(theirs: DifferenceSide, { theirs: before }: DifferenceRow): DifferenceSide {
  const listed = before as DifferenceSide | null;
  return { ...theirs, amount: theirs.amount ?? listed?.amount ?? null };
}

function messageOf({ kind, action }: Finding): string {
  if (action === "decide")
    return "The provider contradicts our books. Two super admins must decide";
  return kind === "missing_there"
    ? "The provider still does not know this payout"
    : "The provider gave the same status again";
}
