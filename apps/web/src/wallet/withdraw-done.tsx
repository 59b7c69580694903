import { Link } from "@tanstack/react-router";
import { CircleCheck, Clock } from "lucide-react";
import type { RefCallback } from "react";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { Details } from "../ui/details.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";

export interface SentWithdrawal {
  readonly id: string;
  readonly reference: string;
}

interface WithdrawDoneProps {
  sent: SentWithdrawal;
  /** Receives focus when the step opens. */
  first: RefCallback<HTMLElement>;
  onClose: () => void;
}

export function WithdrawDone({ sent, first, onClose }: WithdrawDoneProps) {
  return (
    <>
      <DialogBody className="grid gap-4">
        <div className="flex items-center gap-3">
          <span
            aria-hidden
            className="flex size-11 shrink-0 items-center justify-center rounded-full border border-good-line bg-good-soft text-good"
          >
            <CircleCheck className="size-5" />
          </span>
          <div>
            <p>{t`The amount is on hold until the bank has paid it.`}</p>
            <p className="mt-0.5 flex items-center gap-1.5 text-dense text-muted">
              <Clock aria-hidden className="size-3.5" />
              {t`Instant to 2 hours`}
            </p>
          </div>
        </div>
        <Details
          className="rounded-card border border-line bg-sunken/60 p-4"
          of={[
            {
              label: t`Reference ID`,
              value: <Copyable value={sent.reference} label={t`Reference ID`} />,
            },
          ]}
        />
      </DialogBody>
      <DialogFooter>
        <Link
          to={paths.payout}
          params={{ id: sent.id }}
          onClick={onClose}
          className={buttonClass({ variant: "secondary" })}
        >
          {t`View withdrawal`}
        </Link>
        <Button ref={first} onClick={onClose}>
          {t`Done`}
        </Button>
      </DialogFooter>
    </>
  );
}
