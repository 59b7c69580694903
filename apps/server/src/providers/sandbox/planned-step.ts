import { randomInt } from "node:crypto";
import { now } from "../../kernel/clock.ts";
import type { ProviderUpdate } from "../transfer.ts";
import type { Outcome } from "./outcomes.ts";

/** A future state change of a transfer, stored with it so that it survives a restart. */
export interface PlannedStep {
  readonly state: ProviderUpdate["state"];
  readonly at: string;
  readonly utr?: string;
  readonly reason?: string;
  readonly quiet?: true;
  readonly half?: true;
}

/** The steps of an outcome from now on; each happens at once if the settle time is 0. */
export function planOf({ steps }: Outcome, settleMs: number): PlannedStep[] {
  const utr = String(randomInt(1e11, 2 ** 47)).slice(0, 12);
  return steps.map(({ state, afterSettleTimes, reason, quiet, half }) => ({
    state,
    at: new Date(now().getTime() + settleMs * afterSettleTimes).toISOString(),
    ...(state === "success" && { utr }),
    ...(reason && { reason }),
    ...(quiet && { quiet }),
    ...(half && { half }),
  }));
}

interface PlannedTransfer {
  readonly state: ProviderUpdate["state"];
  readonly returned_paise: bigint;
  readonly plan: readonly PlannedStep[];
}

/**
 * The plan of a transfer whose outcome changes now: what is left of the outcome from its state on. A
 * step that a status check has taken comes first, because its update is not delivered yet.
 */
export function changePlan(transfer: PlannedTransfer, outcome: Outcome): PlannedStep[] {
  const { state, returned_paise: returnedPaise, plan } = transfer;
  const isTaken = (step: PlannedStep) => (step.half ? returnedPaise > 0n : step.state === state);
  const undelivered = plan.slice(0, 1).filter(isTaken);
  const steps = planOf(outcome, 0);
  const reached = steps.findIndex((step) => step.state === state);
  return [...undelivered, ...steps.slice(reached + 1)];
}
