import { RotateCw, WifiOff } from "lucide-react";
import type { RefCallback } from "react";
import { Button } from "../ui/button.tsx";
import { formatTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Money } from "../ui/money.tsx";
import { moneyTyped } from "../ui/typed-rupees.ts";
import { destinationOf } from "./payout-lines.tsx";
import type { UnansweredPayout } from "./unanswered-payout.ts";

interface UnheardStepProps {
  /** What has the focus first. */
  first: RefCallback<HTMLElement>;
  payout: UnansweredPayout;
  asking: boolean;
  onCheckAgain: () => void;
  onClose: () => void;
}

/** What is known, and that nothing is lost: the connection went while the payout was on its way. */
export function UnheardStep(props: UnheardStepProps) {
  const { first, payout, asking, onCheckAgain, onClose } = props;
  const { order, at } = payout;
  const amount = moneyTyped(order.amount);
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
            <p className="font-medium">
              We have not heard back. Your payout will not be sent twice.
            </p>
            <p className="mt-1 text-dense text-muted">
              It may have reached us or not. Checking again asks about this very payout; you can
              also close this and come back later.
            </p>
          </div>
        </div>
        <Details
          className="rounded-card border border-line bg-sunken/60 p-4"
          of={[
            amount && {
              label: "Amount",
              value: <Money value={amount} className="font-semibold" />,
            },
            { label: "To", value: order.beneficiary_name },
            { label: "Into", value: destinationOf(order) },
            { label: "Sent at", value: formatTime(new Date(at).toISOString()) },
          ]}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose} disabled={asking}>
          Close
        </Button>
        <Button
          ref={first}
          icon={<RotateCw />}
          busy={asking}
          busyLabel="Checking..."
          onClick={onCheckAgain}
        >
          Check again
        </Button>
      </DialogFooter>
    </>
  );
}
