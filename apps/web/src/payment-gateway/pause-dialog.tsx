import { pauseForm, pauseProvider, type Rail } from "@rokad/contract/gateway";
import { providerNames } from "@rokad/contract/tenants";
import { subtract } from "@rokad/money/money";
import { send } from "../api/client.ts";
import type { ActAnswer } from "../common/actions/confirm-dialog.tsx";
import { ReasonDialog } from "../common/actions/reason-dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatPayoutCount, describeTotal } from "./describe-total.ts";

interface PauseDialogProps {
  rail: Rail;
  other: Rail | undefined;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function PauseDialog({ rail, other, open, onClose, onDone }: PauseDialogProps) {
  const name = providerNames[rail.id];

  async function pause(reason: string): Promise<ActAnswer> {
    const { data } = await send(pauseProvider, { params: { id: rail.id }, body: { reason } });
    const { count } = data.waiting;
    return {
      message:
        count === 0 ? `${name} paused` : `${name} paused; ${formatPayoutCount(count)} waiting`,
    };
  }

  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={`Pause ${name}?`}
      consequence={
        <Notice tone="warn" title={`No new payouts will go through ${name}`}>
          <ul className="grid list-disc gap-1 pl-4">
            {consequences(rail, other).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      }
      label={`Pause ${name}`}
      form={pauseForm}
      placeholder="Why this provider is paused"
      hint="Stored in the security log"
      variant="danger"
      busyLabel="Pausing..."
      onSubmit={pause}
      refresh={onDone}
    />
  );
}

/** The effect of the pause on waiting, sent and new payouts. */
function consequences(rail: Rail, other: Rail | undefined): string[] {
  const {
    waiting,
    waiting_movable: movable,
    in_progress: inProgress,
    tenant_only_count: only,
  } = rail;
  const otherName = other && !other.pause ? providerNames[other.id] : undefined;
  const staying = otherName
    ? { count: waiting.count - movable.count, amount: subtract(waiting.amount, movable.amount) }
    : waiting;
  return [
    otherName &&
      movable.count > 0 &&
      `Moved to ${otherName} within seconds: ${describeTotal(movable)}.`,
    staying.count > 0 && `On hold until you resume: ${describeTotal(staying)}.`,
    inProgress.count > 0 &&
      `Already sent and checked until an outcome: ${describeTotal(inProgress)}.`,
    otherName
      ? `New payouts go through ${otherName} if the tenant may use it; others wait.`
      : "New payouts are accepted and wait, because no other provider is sending.",
    otherName &&
      only > 0 &&
      `${only === 1 ? "1 tenant" : `${only.toLocaleString("en-IN")} tenants`} may use no other provider.`,
  ].filter((sentence) => typeof sentence === "string");
}
