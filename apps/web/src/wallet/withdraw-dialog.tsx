import type { Input } from "@rokad/contract/call";
import type { User } from "@rokad/contract/sign-in";
import { listPayouts } from "@rokad/contract/payouts";
import { getBalance, listWalletHistory } from "@rokad/contract/wallet";
import {
  initiateWithdrawal,
  sendWithdrawalOtp,
  verifyWithdrawalOtp,
  withdrawalForm,
  type WithdrawalForm,
} from "@rokad/contract/withdrawals";
import { formatMoney } from "@rokad/money/format";
import type { Money as MoneyValue } from "@rokad/money/money";
import { useRef, useState } from "react";
import { t } from "../language.ts";
import { ApiError } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { isRefused, sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { useContractForm, type BlankForm } from "../api/use-contract-form.ts";
import { SignStep } from "../common/signing/sign-step.tsx";
import {
  NoApprovedAccount,
  useApprovedAccounts,
} from "../common/bank-details/approved-accounts.tsx";
import { Button } from "../ui/button.tsx";
import { Details } from "../ui/details.tsx";
import { Dialog, DialogBody } from "../ui/dialog.tsx";
import { maskAccount } from "../ui/mask.ts";
import { Money } from "../ui/money.tsx";
import { toMoney } from "../ui/parse-rupees.ts";
import { useStepFocus } from "../ui/use-step-focus.ts";
import { WithdrawDone, type SentWithdrawal } from "./withdraw-done.tsx";
import { WithdrawFields } from "./withdraw-fields.tsx";

interface WithdrawDialogProps {
  user: User;
  balance: MoneyValue;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

const blank: BlankForm<WithdrawalForm> = { bank_account: "", amount: undefined };

/** Three steps: account and amount, the code for exactly this withdrawal, and the reference. */
export function WithdrawDialog({ user, balance, open, onClose, onClosed }: WithdrawDialogProps) {
  const form = useContractForm(withdrawalForm, { defaultValues: blank });
  const accounts = useApprovedAccounts();
  const [entry, setEntry] = useState<WithdrawalForm>();
  const [sent, setSent] = useState<SentWithdrawal>();
  // Closed meanwhile, it could not say that the money left.
  const [isSending, setIsSending] = useState(false);
  // It may have gone out, so only exactly this one can be sent again.
  const [isUnanswered, setIsUnanswered] = useState(false);
  const step = sent ? "done" : entry ? "sign" : "form";
  const [first, nameFirst] = useStepFocus(step, open);
  // A verified code is used up: after a lost answer the same token is sent again.
  const token = useRef<string>(undefined);
  const account = accounts.list?.find(({ _id }) => _id === entry?.bank_account);

  async function sign(withdrawal: WithdrawalForm, otp: string) {
    setIsSending(true);
    try {
      if (!token.current) {
        const { data } = await send(verifyWithdrawalOtp, { body: { mobile: user.phone, otp } });
        token.current = data.authorization_token;
      }
      await withdraw({ ...withdrawal, authorization_token: token.current });
    } finally {
      setIsSending(false);
    }
  }

  async function withdraw(body: Input<typeof initiateWithdrawal>["body"]) {
    try {
      const { data } = await sendIdempotent(
        initiateWithdrawal,
        { body },
        { ignoring: ["authorization_token"] },
      );
      setSent({ id: data.id, reference: data.reference_id });
      void refreshApi(getBalance, listPayouts, listWalletHistory);
    } catch (error) {
      setIsUnanswered(!isRefused(error));
      if (error instanceof ApiError) token.current = undefined;
      throw error;
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      closable={!isSending}
      {...(isUnanswered && { outsideCloses: false })}
      size="sm"
      initialFocus={first}
      title={sent ? t`Withdrawal sent` : t`Withdraw to my bank account`}
      {...(step === "form" && { description: t`No fee. Only to your approved bank accounts.` })}
    >
      {accounts.list?.length === 0 ? (
        <NoApprovedAccount
          description={t`Withdrawals only go to approved bank accounts. Add yours, or wait for its approval.`}
          backLabel={t`Close`}
          onBack={onClose}
          onLeave={onClose}
        />
      ) : sent ? (
        <WithdrawDone sent={sent} first={nameFirst} onClose={onClose} />
      ) : entry ? (
        <DialogBody className="grid gap-4">
          <Details
            className="rounded-card border border-line bg-sunken/60 p-4"
            of={[
              account && {
                label: t`To`,
                value: `${account.bank_name.toUpperCase()} ${maskAccount(account.account_number)}`,
              },
              account && { label: t`Account holder`, value: account.account_holder_name },
              { label: t`Fee and GST`, value: t`None` },
              { label: t`You receive`, value: <Amount rupees={entry.amount} />, total: true },
            ]}
          />
          <SignStep
            mobile={user.phone}
            requestLabel={t`Send OTP`}
            signLabel={t`Withdraw ${textOf(entry.amount)}`}
            requestCode={() => {
              token.current = undefined;
              const body = { mobile: user.phone, withdrawal: entry };
              return send(sendWithdrawalOtp, { body });
            }}
            onSign={(otp) => sign(entry, otp)}
          />
          <div>
            <Button
              variant="secondary"
              size="sm"
              disabled={isSending || isUnanswered}
              onClick={() => setEntry(undefined)}
            >
              {t`Edit withdrawal`}
            </Button>
          </div>
        </DialogBody>
      ) : (
        <WithdrawFields
          form={form}
          accounts={accounts}
          balance={balance}
          first={nameFirst}
          onCancel={onClose}
          onSubmit={(event) => void form.handleSubmit(setEntry)(event)}
        />
      )}
    </Dialog>
  );
}

function Amount({ rupees }: { rupees: number }) {
  const money = toMoney(rupees);
  return money && <Money value={money} />;
}

function textOf(rupees: number): string {
  const money = toMoney(rupees);
  return money ? formatMoney(money) : "";
}
