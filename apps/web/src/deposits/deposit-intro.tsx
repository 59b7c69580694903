import type { ReactNode, RefCallback } from "react";
import { t } from "../language.ts";
import { Button } from "../ui/button.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import {
  useVirtualAccounts,
  VirtualAccountPanel,
} from "../common/bank-details/virtual-accounts.tsx";
import { ReceivingAccountPanel } from "./receiving-account.tsx";

interface DepositIntroProps {
  /** Receives focus when the step opens. */
  first: RefCallback<HTMLElement>;
  /** The receiving account that the tenant chose; undefined for the default. */
  chosen: string | undefined;
  onChoose: (id: string) => void;
  onCancel: () => void;
  onContinue: () => void;
}

export function DepositIntro(props: DepositIntroProps) {
  const { first, chosen, onChoose, onCancel, onContinue } = props;
  const accounts = useVirtualAccounts();
  return (
    <>
      <DialogBody className="grid gap-5">
        {accounts.map((account) => (
          <VirtualAccountPanel key={account.account_number} of={account} />
        ))}
        {accounts.length > 0 && (
          <p className="text-dense font-medium">{t`Or transfer to our account and send a request:`}</p>
        )}
        <ol className="grid gap-4">
          <Step number={1} title={t`Transfer from your bank`}>
            <p className="mb-2.5 text-dense text-muted">
              {t`Transfer to this account by NEFT/RTGS/IMPS from your whitelisted bank account, then enter the UTR.`}
            </p>
            <ReceivingAccountPanel chosen={chosen} onChoose={onChoose} />
          </Step>
          <Step number={2} title={t`Enter the UTR reference`}>
            <p className="text-dense text-muted">
              {t`Your bank shows it after the transfer: 12 to 22 letters and digits.`}
            </p>
          </Step>
          <Step number={3} title={t`We verify and credit your wallet`}>
            <p className="text-dense text-muted">
              {t`Follow the request in Deposit History. Transfers from other accounts are not processed.`}
            </p>
          </Step>
        </ol>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          {t`Cancel`}
        </Button>
        <Button ref={first} onClick={onContinue}>
          {t`Continue`}
        </Button>
      </DialogFooter>
    </>
  );
}

interface StepProps {
  number: number;
  title: string;
  children: ReactNode;
}

function Step({ number, title, children }: StepProps) {
  return (
    <li className="flex gap-3.5">
      <span
        aria-hidden
        className="flex size-7 shrink-0 items-center justify-center rounded-full bg-brand-soft text-dense font-semibold text-brand-ink tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <p className="mb-0.5 font-medium">{title}</p>
        {children}
      </div>
    </li>
  );
}
