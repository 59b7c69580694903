import { payOutBalance, setRemainderAside, type Closing } from "@rokad/contract/closings";
import { formatMoney } from "@rokad/money/format";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { send } from "../api/client.ts";
import { SignButton } from "../common/signing/sign-button.tsx";
import { Details } from "../ui/details.tsx";
import { Field } from "../ui/field.tsx";
import { Money } from "../ui/money.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { toast } from "../ui/toast.ts";
import { ClosingWithdrawals } from "./closing-withdrawals.tsx";
import { refreshTenants } from "./refresh-tenants.ts";

interface ClosingStepsProps {
  tenantId: string;
  closing: Closing;
  /** A withdrawal of the closing has no outcome yet. */
  isPaying: boolean;
}

/** What closing the account takes next: waiting, a payout of the balance, or setting it aside. */
export function ClosingSteps({ tenantId, closing, isPaying }: ClosingStepsProps) {
  const { started, balance, parts, remainder, needs_attention: needsAttention } = closing;
  // The withdrawals of the closing have a list of their own.
  const blockers = isPaying
    ? closing.blockers.filter(({ kind }) => kind !== "payouts")
    : closing.blockers;
  return (
    <>
      {needsAttention && !isPaying && balance.amount > 0 && (
        <Notice tone="bad" title={t`Money is back in the wallet`}>
          {t`A payout failed or a bank sent money back. Pay it out again, or to another account.`}
        </Notice>
      )}
      <Details
        className="rounded-card border border-line bg-sunken px-4 py-3"
        of={[
          { label: t`Wallet balance`, value: <Money value={balance} className="font-semibold" /> },
          started !== null && {
            label: started.by ? t`Reason of ${started.by}` : t`Reason`,
            value: started.reason,
          },
        ]}
      />
      <Blockers of={blockers} />
      {closing.withdrawals.length > 0 && <ClosingWithdrawals of={closing.withdrawals} />}
      {isPaying && (
        <p role="status" className="text-sm text-muted">
          {t`The account closes automatically when the balance is paid.`}
        </p>
      )}
      {blockers.length === 0 && !isPaying && parts.length > 0 && (
        <PayOut tenantId={tenantId} closing={closing} />
      )}
      {blockers.length === 0 && !isPaying && remainder && (
        <SetAside tenantId={tenantId} remainder={remainder} />
      )}
    </>
  );
}

/** What must end before the account can close, and who ends it. */
export function Blockers({ of: blockers }: { of: Closing["blockers"] }) {
  return blockers.map(({ kind, count, amount, sentence }) => (
    <Notice key={kind} tone="warn" title={`${blockerText(kind, count)}, ${formatMoney(amount)}`}>
      {t`${sentence}.`}
    </Notice>
  ));
}

const blockerNames = {
  payouts: [t`payout in progress`, t`payouts in progress`],
  deposits: [t`pending deposit`, t`pending deposits`],
  requests: [t`payment request with money on hold`, t`payment requests with money on hold`],
} as const;

function blockerText(kind: Closing["blockers"][number]["kind"], count: number): string {
  if (kind === "receivable") return t`Owed by the tenant`;
  if (kind === "maximum") return t`Maximum IMPS payout`;
  const [one, many] = blockerNames[kind];
  return `${count.toLocaleString("en-IN")} ${count === 1 ? one : many}`;
}

function PayOut({ tenantId, closing }: { tenantId: string; closing: Closing }) {
  const { accounts, balance, parts } = closing;
  const [chosen, setChosen] = useState<string | null>(null);
  const account =
    accounts.find(({ id }) => id === chosen) ?? (accounts.length === 1 && accounts[0]);
  const params = { id: tenantId };
  if (accounts.length === 0) {
    return (
      <Notice tone="warn" title={t`No approved bank account`}>
        {t`The tenant adds one, and a super admin approves it in Bank Accounts.`}
      </Notice>
    );
  }
  return (
    <>
      <Field label={t`Pay the balance to`} required hint={t`An approved account of the tenant`}>
        <Select
          options={accounts.map((each) => ({
            value: each.id,
            label: `${each.bank_name.toUpperCase()} ${each.account_number}`,
          }))}
          value={account ? account.id : null}
          onValueChange={setChosen}
          placeholder={t`Choose a bank account`}
        />
      </Field>
      <Details
        of={[
          account && { label: t`Account holder`, value: account.account_holder_name },
          { label: t`Fee and GST`, value: t`None` },
          parts.length > 1 && {
            label: t`Payouts`,
            value: t`${parts.length}, because one is limited to ${formatMoney(parts[0] ?? balance)}`,
          },
          { label: t`Tenant receives`, value: <Money value={balance} />, total: true },
        ]}
      />
      {account && (
        <SignButton
          label={t`Pay out ${formatMoney(balance)} and close`}
          onSign={async () => {
            const body = { bank_account: account.id, balance: balance.amount };
            try {
              const { message } = await send(payOutBalance, { params, body });
              toast.success(message ?? t`The balance is being paid out`);
            } finally {
              await refreshTenants();
            }
          }}
        />
      )}
    </>
  );
}

interface SetAsideProps {
  tenantId: string;
  remainder: NonNullable<Closing["remainder"]>;
}

function SetAside({ tenantId, remainder }: SetAsideProps) {
  const params = { id: tenantId };
  return (
    <>
      <Notice tone="warn" title={t`No provider pays out ${formatMoney(remainder)}`}>
        {t`It is booked as unclaimed and still owed to the tenant. The account closes at once.`}
      </Notice>
      <SignButton
        label={t`Set ${formatMoney(remainder)} aside and close`}
        onSign={async () => {
          try {
            const body = { balance: remainder.amount };
            const { message } = await send(setRemainderAside, { params, body });
            toast.success(message);
          } finally {
            await refreshTenants();
          }
        }}
      />
    </>
  );
}
