import type { SandboxOutcome } from "@rokad/contract/sandbox-outcomes";
import { now } from "../../kernel/clock.ts";
import type { Db, Tx } from "../../database/db.ts";
import { outcomeOfChoice, reasonOfChoice, type Choice } from "./outcomes.ts";
import { changePlan, type PlannedStep } from "./planned-step.ts";

export type LockedTransfer = NonNullable<Awaited<ReturnType<typeof lockTransfer>>>;

/** Locks a transfer in the sandbox bank's record. @returns undefined if the bank does not have it. */
export function lockTransfer(db: Tx, reference: string) {
  return db
    .selectFrom("sandbox_bank.transfers")
    .select(["idempotency_key", "state", "returned_paise", "plan"])
    .where("reference", "=", reference)
    .where("is_planted", "=", false)
    .forUpdate()
    .executeTakeFirst();
}

/** The outcomes that were chosen for these transfers, by reference. */
export async function findChoices(
  db: Db,
  references: readonly string[],
): Promise<ReadonlyMap<string, Choice>> {
  const rows = await db
    .selectFrom("sandbox_bank.chosen_outcomes")
    .select(["reference", "outcome", "reason"])
    .where("reference", "in", [...references])
    .execute();
  return new Map(rows.map(({ reference, ...choice }) => [reference, choice]));
}

interface NewChoice {
  readonly reference: string;
  readonly outcome: SandboxOutcome;
  /** Undefined for the sandbox's own. */
  readonly reason: string | undefined;
}

/**
 * Stores the outcome of a transfer. The bank takes its steps at once and reports each, as it does
 * with every other; a transfer that it does not have gets them when it arrives.
 * @param transfer locked by the caller, who has checked that it can still have this outcome.
 */
export async function recordChoice(
  db: Tx,
  { reference, outcome, reason }: NewChoice,
  transfer: LockedTransfer | undefined,
): Promise<Choice> {
  const choice = { outcome, reason: reason ?? reasonOfChoice(outcome) };
  await db
    .insertInto("sandbox_bank.chosen_outcomes")
    .values({ reference, ...choice, chosen_at: now() })
    .onConflict((conflict) =>
      conflict.column("reference").doUpdateSet({ ...choice, chosen_at: now() }),
    )
    .execute();
  if (!transfer) return choice;
  const plan = changePlan(
    { ...transfer, plan: transfer.plan as unknown as PlannedStep[] },
    outcomeOfChoice(choice),
  );
  await db
    .updateTable("sandbox_bank.transfers")
    .set({ plan: JSON.stringify(plan), next_at: plan[0] ? new Date(plan[0].at) : null })
    .where("idempotency_key", "=", transfer.idempotency_key)
    .execute();
  return choice;
}
