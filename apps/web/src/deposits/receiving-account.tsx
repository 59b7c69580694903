import { getPlatformConfig, type ReceivingAccount } from "@rokad/contract/platform";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Details } from "../ui/details.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

/** The account to transfer to, with a copy button for each field. */
export function ReceivingAccountPanel() {
  const { data, error, isValidating, mutate } = useApi(
    getPlatformConfig,
    {},
    { onFocus: false, onReconnect: false },
  );
  if (error && !data) {
    return (
      <Notice
        tone="bad"
        title="Failed to load the account to transfer to"
        action={
          <Button variant="secondary" size="sm" busy={isValidating} onClick={() => void mutate()}>
            Retry
          </Button>
        }
      >
        {messageOf(error, "")}
      </Notice>
    );
  }
  if (!data) return <Loading />;
  const account = data.data.receiving_account;
  return account ? <Account account={account} /> : <NoAccount />;
}

function Account({ account }: { account: ReceivingAccount }) {
  const fields = [
    ["Account holder", account.account_holder_name],
    ["Account number", account.account_number],
    ["IFSC code", account.ifsc_code],
    ["Bank", account.bank_name],
    ["Branch", account.branch_name],
  ] as const;
  return (
    <section
      aria-label="Account to transfer to"
      className="rounded-card border border-line bg-sunken/60 px-4 py-3"
    >
      <h3 className="mb-2 text-dense font-semibold">Transfer to</h3>
      <Details
        of={fields.map(
          ([label, value]) =>
            value !== null && { label, value: <CopyableField label={label} of={value} /> },
        )}
      />
    </section>
  );
}

/** Shown in full and wrapped: the bank needs the whole name and number. */
function CopyableField({ label, of }: { label: string; of: string }) {
  return (
    <span className="flex items-start justify-end gap-0.5">
      <span className="min-w-0 break-words">{of}</span>
      <CopyButton label={label} value={of} className="-mr-1.5" />
    </span>
  );
}

/** The request can still be sent: an installation may share the account in another way. */
function NoAccount() {
  return (
    <Notice tone="warn" title="No account to transfer to yet">
      Ask your administrator where to transfer before you send money. Then enter the UTR here.
    </Notice>
  );
}

function Loading() {
  return (
    <div aria-busy className="grid gap-2 rounded-card border border-line bg-sunken/60 px-4 py-3">
      <Skeleton className="mb-0.5 h-4.5 w-20" />
      {["w-36", "w-32", "w-28", "w-40", "w-20"].map((width) => (
        <div key={width} className="flex h-5 items-center justify-between">
          <Skeleton className="h-3.5 w-28" />
          <Skeleton className={`h-3.5 ${width}`} />
        </div>
      ))}
    </div>
  );
}
