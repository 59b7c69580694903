import { pauseForm, pauseProvider, type Rail } from "@rokad/contract/gateway";
import { providerNames } from "@rokad/contract/tenants";
import { subtract } from "@rokad/money/money";
import { send } from "../api/client.ts";
import { Notice } from "../ui/notice.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { payoutsWord, sumWords } from "./sum-words.ts";

interface PauseDialogProps {
  rail: Rail;
  other: Rail | undefined;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
}

export function PauseDialog({ rail, other, open, onClose, onDone }: PauseDialogProps) {
  const name = providerNames[rail.id];

  async function pause(reason: string): Promise<string> {
    const { data } = await send(pauseProvider, { params: { id: rail.id }, body: { reason } });
    onDone();
    return data.waiting.count === 0
      ? `${name} is paused`
      : `${name} is paused; ${payoutsWord(data.waiting.count)} waited`;
  }

  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={`Pause ${name}?`}
      schema={pauseForm}
      required
      placeholder="Why payouts shall not be sent over it"
      submit={{ label: `Pause ${name}`, busy: "Pausing...", variant: "danger" }}
      onSubmit={pause}
    >
      <Notice tone="warn" title={`No new payout will be sent over ${name}`}>
        <ul className="grid list-disc gap-1 pl-4">
          {consequences(rail, other).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Notice>
    </ReasonDialog>
  );
}

/** What the pause will do to what waits, what was sent, and what comes. */
function consequences(rail: Rail, other: Rail | undefined): string[] {
  const { waiting, waiting_movable: movable, under_way: underWay, tenant_only_count: only } = rail;
  const otherName = other && !other.pause ? providerNames[other.id] : undefined;
  const staying = otherName
    ? { count: waiting.count - movable.count, amount: subtract(waiting.amount, movable.amount) }
    : waiting;
  return [
    otherName && movable.count > 0 && `Moved to ${otherName} within seconds: ${sumWords(movable)}.`,
    staying.count > 0 && `Waiting, with the money held, until the resume: ${sumWords(staying)}.`,
    underWay.count > 0 && `Sent already, and still looked up to the end: ${sumWords(underWay)}.`,
    otherName
      ? `New payouts go over ${otherName} where the tenant may use it; the others are accepted and wait.`
      : "New payouts are accepted and wait: no other provider is sending.",
    otherName &&
      only > 0 &&
      `${only === 1 ? "1 tenant" : `${only.toLocaleString("en-IN")} tenants`} may use no other provider.`,
  ].filter((sentence) => typeof sentence === "string");
}
