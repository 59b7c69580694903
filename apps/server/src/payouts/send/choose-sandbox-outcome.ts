import type { SandboxOutcome, SandboxOutcomeForm } from "@rokad/contract/sandbox-outcomes";
import type { Tx } from "../../database/db.ts";
import { ApiError, notFound } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Choice } from "../../providers/sandbox/outcomes.ts";
import {
  findChoices,
  lockTransfer,
  recordChoice,
  type LockedTransfer,
} from "../../providers/sandbox/chosen-outcome.ts";
import type { ProviderUpdate } from "../../providers/transfer.ts";
import { settlementStatusOf, type SettlementStatus } from "../payout-states.ts";

/**
 * Chooses how a tenant's payout ends at the sandbox bank, which reports it like every other update.
 * Only where the sandbox is allowed: a payout without an adapter is then sent by the sandbox.
 * @throws 404, for another tenant's payout too; 409 `OUTCOME_NOT_CHOOSABLE` with the reason; 503
 *   `PAYOUT_BEING_SENT` between the lease of a payout and the bank's record of it.
 */
export async function chooseSandboxOutcome(
  db: Tx,
  tenant: Tenant,
  id: string,
  { status, reason }: SandboxOutcomeForm,
) {
  const { reference_id: reference } = await findOwnPayout(db, tenant, id);
  // The bank's row before the payout, as the delivery of updates has it: so neither waits for the
  // other. The bank can't take a pending payout under its lock, because a lease changes the payout.
  const transfer = await lockTransfer(db, reference);
  const payout = await lockPayout(db, id);
  if (payout.adapter !== null && payout.adapter !== "sandbox")
    throw notChoosable(
      "A real provider has this payout. Only the sandbox's outcomes can be chosen.",
    );
  // Read under both locks: closes the race between two choices.
  const earlier = (await findChoices(db, [reference])).get(reference);
  const current = currentOutcome(payout, transfer, earlier);
  if (!choosable[current].has(status)) throw notChoosable(sentences[current]);
  if (!transfer && payout.status !== "pending") {
    // It may have been sent since the bank's row was read. Without an answer, people decided it.
    if (payout.status === "processing" || payout.provider_state !== null) throw beingSent();
    throw notChoosable("The sandbox never had this payout.");
  }
  const choice =
    earlier?.outcome === status
      ? earlier
      : await recordChoice(db, { reference, outcome: status, reason }, transfer);
  return { id, reference_id: reference, ...choice };
}

async function findOwnPayout(db: Tx, tenant: Tenant, id: string) {
  const payout = await db
    .selectFrom("payouts")
    .select("reference_id")
    .where("id", "=", id)
    .where("tenant_id", "=", tenant.tenantId)
    .executeTakeFirst();
  if (payout) return payout;
  const wait = await db
    .selectFrom("funds_queue")
    .select("id")
    .where("id", "=", id)
    .where("tenant_id", "=", tenant.tenantId)
    .executeTakeFirst();
  if (!wait) throw notFound("This payout");
  throw notChoosable("This payout waits for funds, or its wait ended. Choose after it is created.");
}

function lockPayout(db: Tx, id: string) {
  return db
    .selectFrom("payouts")
    .select(["status", "provider_state", "adapter"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

type CurrentOutcome = SandboxOutcome | "open" | "cancelled";

/** The outcome of a payout, also one that the bank has and has not reported yet. */
function currentOutcome(
  payout: Parameters<typeof settlementStatusOf>[0],
  transfer: LockedTransfer | undefined,
  earlier: Choice | undefined,
): CurrentOutcome {
  if (payout.status === "cancelled") return "cancelled";
  if (earlier) return earlier.outcome;
  const atBank = transfer ? outcomeOfState[transfer.state] : "open";
  return atBank === "open" ? outcomeOfStatus[settlementStatusOf(payout)] : atBank;
}

const outcomeOfState: Readonly<Record<ProviderUpdate["state"], CurrentOutcome>> = {
  processing: "open",
  success: "success",
  failed: "failed",
  reversed: "returned",
};

const outcomeOfStatus: Readonly<Record<SettlementStatus, CurrentOutcome>> = {
  open: "open",
  paid: "success",
  failed: "failed",
  reversed: "returned",
  cancelled: "cancelled",
};

/** The outcomes that may follow each: as `effectOf`, without contradictions. */
const choosable: Readonly<Record<CurrentOutcome, ReadonlySet<SandboxOutcome>>> = {
  open: new Set(["success", "failed", "returned"]),
  success: new Set(["success", "returned"]),
  failed: new Set(["failed"]),
  returned: new Set(["returned"]),
  cancelled: new Set(),
};

const sentences: Readonly<Record<CurrentOutcome, string>> = {
  open: "This payout has no outcome yet.",
  success: "The outcome of this payout is success. It can only become returned.",
  failed: "The outcome of this payout is failed. It can't change.",
  returned: "The outcome of this payout is returned. It can't change.",
  cancelled: "This payout was cancelled before it was sent.",
};

const notChoosable = (why: string) => new ApiError(409, "OUTCOME_NOT_CHOOSABLE", why);

const beingSent = () =>
  new ApiError(
    503,
    "PAYOUT_BEING_SENT",
    "This payout is being sent at this moment. Repeat the request in a second.",
    { retryAfterSeconds: 1 },
  );
