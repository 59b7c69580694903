import type { Rail } from "@rokad/contract/gateway";
import { providerNames } from "@rokad/contract/tenants";
import { subtract } from "@rokad/money/money";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { describeTotal } from "../common/rails/describe-total.ts";
import { takesPayouts } from "../common/rails/rail-state.ts";

type PausedRail = Pick<Rail, "waiting" | "waiting_movable" | "in_progress" | "tenant_only_count">;

/** The effect of the pause on waiting, sent and new payouts. */
export function pauseConsequences(
  rail: PausedRail,
  other: Pick<Rail, "id" | "pause" | "passed_over"> | undefined,
): string[] {
  const {
    waiting,
    waiting_movable: movable,
    in_progress: inProgress,
    tenant_only_count: only,
  } = rail;
  const otherName =
    other && takesPayouts(other) ? translateText(providerNames[other.id]) : undefined;
  const staying = otherName
    ? { count: waiting.count - movable.count, amount: subtract(waiting.amount, movable.amount) }
    : waiting;
  return [
    otherName &&
      movable.count > 0 &&
      t`Moved to ${otherName} within seconds: ${describeTotal(movable)}.`,
    staying.count > 0 && t`On hold until you resume: ${describeTotal(staying)}.`,
    inProgress.count > 0 &&
      t`Already sent and checked until an outcome: ${describeTotal(inProgress)}.`,
    otherName
      ? t`New payouts go through ${otherName} if the tenant may use it; others wait.`
      : t`New payouts are accepted and wait, because no other provider is sending.`,
    otherName &&
      only > 0 &&
      (only === 1
        ? t`1 tenant may use no other provider.`
        : t`${only.toLocaleString("en-IN")} tenants may use no other provider.`),
  ].filter((sentence) => typeof sentence === "string");
}
