import type { Proposal } from "@rokad/contract/proposals";
import type { changeReceivingAccount, OwnAccount } from "@rokad/contract/receiving-accounts";
import { formatMoney } from "@rokad/money/format";
import { Pencil } from "lucide-react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { WaitingNotice } from "../common/proposals/waiting-notice.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { describeChange } from "./describe-change.ts";

export type AccountAction = "edit" | "default" | "activate" | "deactivate";

interface ReceivingAccountItemProps {
  account: OwnAccount;
  /** The change that waits for a second super admin; the account can't be edited meanwhile. */
  waiting: Proposal | undefined;
  onReview: (proposalId: string) => void;
  onAction: (action: AccountAction) => void;
}

/** One receiving account with its details, what arrived in it, and its actions. */
export function ReceivingAccountItem(props: ReceivingAccountItemProps) {
  const { account, waiting, onReview, onAction } = props;
  const { label, is_active: isActive, is_default: isDefault, waiting: requests } = account;
  return (
    <section aria-label={label} className="grid gap-3 rounded-card border border-line px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 flex-1 font-medium break-words">{label}</h3>
        {isDefault && <Badge tone="brand">{t`Default`}</Badge>}
        {!isActive && <Badge>{t`Inactive`}</Badge>}
      </div>
      <Details
        of={[
          { label: t`Account holder`, value: account.account_holder_name },
          {
            label: t`Account number`,
            value: <Copyable value={account.account_number} label={t`Account number`} />,
          },
          { label: "IFSC", value: <Copyable value={account.ifsc_code} label={t`IFSC code`} /> },
          { label: t`Bank`, value: account.bank_name },
          { label: t`Branch`, value: account.branch_name ?? t`Not set` },
          account.settles_provider !== null && {
            label: t`Virtual accounts of`,
            value: translateText(account.settles_provider),
          },
          { label: t`Received`, value: <Money value={account.received} className="font-medium" /> },
          requests.count > 0 && {
            label: t`Waiting`,
            value:
              requests.count === 1
                ? t`${requests.count.toLocaleString("en-IN")} request, ${formatMoney(requests.total_amount)}`
                : t`${requests.count.toLocaleString("en-IN")} requests, ${formatMoney(requests.total_amount)}`,
          },
        ]}
      />
      {waiting && (
        <WaitingNotice
          proposal={waiting}
          name={label}
          value={describeWaiting(waiting)}
          onReview={() => onReview(waiting.id)}
        />
      )}
      <div className="flex flex-wrap items-center gap-2 border-t border-line pt-3">
        <p className="min-w-40 flex-1 text-xs text-muted">
          {t`Changed ${formatDayAndTime(account.changed_at)} by ${account.changed_by?.name ?? t`the command line`}`}
          {account.confirmed_by && t`, confirmed by ${account.confirmed_by.name}`}
        </p>
        {!waiting && (
          <Permitted<typeof changeReceivingAccount> needs="finance">
            <Actions account={account} onAction={onAction} />
          </Permitted>
        )}
      </div>
    </section>
  );
}

type ActionsProps = Pick<ReceivingAccountItemProps, "account" | "onAction">;

function Actions({ account, onAction }: ActionsProps) {
  const { label, is_active: isActive, is_default: isDefault } = account;
  return (
    <div className="ml-auto flex flex-wrap justify-end gap-2">
      {isActive && !isDefault && (
        <Button variant="ghost" size="sm" onClick={() => onAction("default")}>
          {t`Make default`}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        onClick={() => onAction(isActive ? "deactivate" : "activate")}
      >
        {isActive ? t`Deactivate` : t`Activate`}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        icon={<Pencil />}
        aria-label={t`Edit ${label}`}
        onClick={() => onAction("edit")}
      >
        {t`Edit`}
      </Button>
    </div>
  );
}

/** The fields that would change, such as "Label, Default". */
function describeWaiting({ changes }: Proposal): string {
  return changes
    .flatMap(describeChange)
    .map(({ name }) => name)
    .join(", ");
}
