import { listVirtualAccounts, type VirtualAccount } from "@rokad/contract/virtual-accounts";
import { useApi } from "../api/use-api.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Details } from "../ui/details.tsx";
import type { ReactNode } from "react";

/** The account numbers that are the tenant's own; none while nothing is known of them. */
export function useVirtualAccounts(): readonly VirtualAccount[] {
  const { data } = useApi(listVirtualAccounts, {}, { onFocus: false });
  return data?.data ?? [];
}

/** An account number that credits the wallet by itself, to copy into the bank's own form. */
export function VirtualAccountPanel({
  of: account,
  action,
}: {
  of: VirtualAccount;
  action?: ReactNode;
}) {
  const facts = [
    ["Account holder", account.account_holder_name],
    ["Account number", account.account_number],
    ["IFSC code", account.ifsc_code],
    ["Bank", account.bank_name],
  ] as const;
  return (
    <section
      aria-label={`Virtual account ${account.account_number}`}
      className="rounded-card border border-line bg-sunken/60 px-4 py-3"
    >
      <h3 className="mb-2 text-dense font-semibold">Transfer to your own account number</h3>
      <Details
        of={facts.map(
          ([label, value]) => value !== null && { label, value: <Fact label={label} of={value} /> },
        )}
      />
      <p className="mt-2 text-dense text-muted">
        Credited by itself, usually within minutes. Only from your approved bank accounts.
      </p>
      {action && <div className="mt-3">{action}</div>}
    </section>
  );
}

/** In full, over two lines where it must: half a name or number is of no use to a bank. */
function Fact({ label, of }: { label: string; of: string }) {
  return (
    <span className="flex items-start justify-end gap-0.5">
      <span className="min-w-0 break-words">{of}</span>
      <CopyButton label={label} value={of} className="-mr-1.5" />
    </span>
  );
}
