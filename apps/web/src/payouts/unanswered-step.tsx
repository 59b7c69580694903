import { RotateCw, WifiOff } from "lucide-react";
import type { RefCallback } from "react";
import { t } from "../language.ts";
import { Button } from "../ui/button.tsx";
import { formatTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Money } from "../ui/money.tsx";
import { toMoney } from "../ui/parse-rupees.ts";
import { formatDestination } from "./payout-details.tsx";
import type { UnansweredPayout } from "./unanswered-payout.ts";

interface UnansweredStepProps {
  /** Receives focus when the step opens. */
  first: RefCallback<HTMLElement>;
  payout: UnansweredPayout;
  isChecking: boolean;
  onCheckAgain: () => void;
  onClose: () => void;
}

/** The connection failed while the payout was being sent. */
export function UnansweredStep(props: UnansweredStepProps) {
  const { first, payout, isChecking, onCheckAgain, onClose } = props;
  const { order, at } = payout;
  const amount = toMoney(order.amount);
  return (
    <>
      <DialogBody className="grid gap-4">
        <div className="flex items-start gap-3.5" role="alert">
          <span
            aria-hidden
            className="flex size-10 shrink-0 items-center justify-center rounded-full border border-warn-line bg-warn-soft text-warn"
          >
            <WifiOff className="size-5" />
          </span>
          <div>
            <p className="font-medium">{t`No response yet. Your payout will not be sent twice.`}</p>
            <p className="mt-1 text-dense text-muted">
              {t`It may have reached us. Check again now, or close this and come back later.`}
            </p>
          </div>
        </div>
        <Details
          className="rounded-card border border-line bg-sunken/60 p-4"
          of={[
            amount && {
              label: t`Amount`,
              value: <Money value={amount} className="font-semibold" />,
            },
            { label: t`To`, value: order.beneficiary_name },
            { label: t`Account`, value: formatDestination(order) },
            { label: t`Sent at`, value: formatTime(new Date(at).toISOString()) },
          ]}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose} disabled={isChecking}>
          {t`Close`}
        </Button>
        <Button
          ref={first}
          icon={<RotateCw />}
          busy={isChecking}
          busyLabel={t`Checking...`}
          onClick={onCheckAgain}
        >
          {t`Check again`}
        </Button>
      </DialogFooter>
    </>
  );
}
