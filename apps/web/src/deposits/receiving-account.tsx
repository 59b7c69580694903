import { getPlatformConfig, type OfferedAccount } from "@rokad/contract/platform";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { nameOfAccount } from "../common/bank-details/name-of-account.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

interface ReceivingAccountPanelProps {
  /** The id of the account that the tenant chose; undefined for the default. */
  chosen: string | undefined;
  onChoose: (id: string) => void;
  /** The server's error about the choice. */
  error?: string | undefined;
}

/** The account to transfer to, with a copy button for each field, and a choice between several. */
export function ReceivingAccountPanel({
  chosen,
  onChoose,
  error: problem,
}: ReceivingAccountPanelProps) {
  const { data, error, isValidating, mutate } = useApi(
    getPlatformConfig,
    {},
    { onFocus: false, onReconnect: false },
  );
  if (error && !data) {
    return (
      <Notice
        tone="bad"
        title={t`Failed to load the account to transfer to`}
        action={
          <Button variant="secondary" size="sm" busy={isValidating} onClick={() => void mutate()}>
            {t`Retry`}
          </Button>
        }
      >
        {messageOf(error, "")}
      </Notice>
    );
  }
  if (!data) return <Loading />;
  const accounts = data.data.receiving_accounts;
  // The default one is first; it also replaces one that was deactivated meanwhile.
  const account = accounts.find(({ id }) => id === chosen) ?? accounts[0];
  if (!account) return <NoAccount />;
  return (
    <div className="grid gap-3">
      {accounts.length > 1 && (
        <Field label={t`Receiving account`} required error={problem}>
          <Select
            options={accounts.map((one) => ({ value: one.id, label: nameOfAccount(one) }))}
            value={account.id}
            onValueChange={onChoose}
          />
        </Field>
      )}
      {problem && accounts.length === 1 && <Notice tone="bad" title={problem} />}
      <Account account={account} />
      {data.data.receiving_account_changes.map(({ name, takes_effect_at: at }) => (
        <Notice key={name} tone="warn" title={t`${name} changes ${formatDayAndTime(at)}`}>
          {t`Until then, transfer to the account shown here.`}
        </Notice>
      ))}
    </div>
  );
}

function Account({ account }: { account: OfferedAccount }) {
  const fields = [
    [t`Account holder`, account.account_holder_name],
    [t`Account number`, account.account_number],
    [t`IFSC code`, account.ifsc_code],
    [t`Bank`, account.bank_name],
    [t`Branch`, account.branch_name],
  ] as const;
  return (
    <section
      aria-label={t`Account to transfer to`}
      className="rounded-card border border-line bg-sunken/60 px-4 py-3"
    >
      <h3 className="mb-2 text-dense font-semibold">{t`Transfer to`}</h3>
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
    <Notice tone="warn" title={t`No account to transfer to yet`}>
      {t`Ask your administrator where to transfer before you send money. Then enter the UTR here.`}
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
