import { listVirtualAccounts, type VirtualAccount } from "@rokad/contract/virtual-accounts";
import { t } from "../../language.ts";
import { useApi } from "../../api/use-api.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Details } from "../../ui/details.tsx";
import type { ReactNode } from "react";

/** The tenant's virtual accounts; empty while loading. */
export function useVirtualAccounts(): readonly VirtualAccount[] {
  const { data } = useApi(listVirtualAccounts, {}, { onFocus: false });
  return data?.data ?? [];
}

/** A virtual account's details, to copy into a bank transfer form. */
export function VirtualAccountPanel({
  of: account,
  action,
}: {
  of: VirtualAccount;
  action?: ReactNode;
}) {
  const facts = [
    [t`Account holder`, account.account_holder_name],
    [t`Account number`, account.account_number],
    [t`IFSC code`, account.ifsc_code],
    [t`Bank`, account.bank_name],
  ] as const;
  return (
    <section
      aria-label={t`Virtual account ${account.account_number}`}
      className="rounded-card border border-line bg-sunken/60 px-4 py-3"
    >
      <h3 className="mb-2 text-dense font-semibold">{t`Transfer to your own account number`}</h3>
      <Details
        of={facts.map(
          ([label, value]) => value !== null && { label, value: <Fact label={label} of={value} /> },
        )}
      />
      <p className="mt-2 text-dense text-muted">
        {t`Credited automatically, usually within minutes. Only from your approved bank accounts.`}
      </p>
      {action && <div className="mt-3">{action}</div>}
    </section>
  );
}

/** Shown in full, on two lines if needed: a bank needs the complete value. */
function Fact({ label, of }: { label: string; of: string }) {
  return (
    <span className="flex items-start justify-end gap-0.5">
      <span className="min-w-0 break-words">{of}</span>
      <CopyButton label={label} value={of} className="-mr-1.5" />
    </span>
  );
}
