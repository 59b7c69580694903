import type { Deposit } from "@rokad/contract/deposits";
import { Link } from "@tanstack/react-router";
import { CircleCheck, Clock } from "lucide-react";
import type { RefCallback } from "react";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Details } from "../ui/details.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Money } from "../ui/money.tsx";

interface DepositSubmittedProps {
  deposit: Deposit;
  /** Receives focus when the step opens. */
  first: RefCallback<HTMLElement>;
  onClose: () => void;
}

export function DepositSubmitted({ deposit, first, onClose }: DepositSubmittedProps) {
  const from = deposit.bank_account;
  const to = deposit.receiving_account;
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
            <p>{t`We credit your wallet after we verify the transfer.`}</p>
            <p className="mt-0.5 flex items-center gap-1.5 text-dense text-muted">
              <Clock aria-hidden className="size-3.5" />
              {t`Processing time: 2-4 hours`}
            </p>
          </div>
        </div>
        <Details
          className="rounded-card border border-line bg-sunken/60 p-4"
          of={[
            { label: t`Amount`, value: <Money value={deposit.amount} className="font-semibold" /> },
            { label: t`UTR Reference`, value: deposit.utr_reference },
            from && {
              label: t`From`,
              value: `${from.bank_name.toUpperCase()} ${from.account_number}`,
            },
            to !== null && { label: t`To`, value: `${to.bank_name} ${to.account_number}` },
          ]}
        />
      </DialogBody>
      <DialogFooter>
        <Link
          to={paths.deposits}
          onClick={onClose}
          className={buttonClass({ variant: "secondary" })}
        >
          {t`View deposits`}
        </Link>
        <Button ref={first} onClick={onClose}>
          {t`Done`}
        </Button>
      </DialogFooter>
    </>
  );
}
