import { revealCreditSender, type SuspendedCredit } from "@rokad/contract/suspense";
import { t } from "../super-admin-language.ts";
import { send } from "../api/client.ts";
import { MaskedNumber } from "../common/bank-details/account-number.tsx";
import { TenantLink } from "../common/people/tenant-link.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { statusLabels } from "./labels.ts";

/** Every detail of a credit. */
export function CreditFacts({ of: row }: { of: SuspendedCredit }) {
  const { sender } = row;
  return (
    <Details
      of={[
        { label: t`Amount`, value: <Money value={row.amount} className="font-semibold" /> },
        {
          label: "UTR",
          value:
            row.utr_reference === null ? (
              (row.bank_reference ?? t`Not provided`)
            ) : (
              <Copyable value={row.utr_reference} label={t`UTR Reference`} />
            ),
        },
        row.similar_request !== null && {
          label: t`Similar request`,
          value: `${row.similar_request.utr_reference}, ${formatDayAndTime(row.similar_request.created_at)}`,
        },
        { label: t`Sent`, value: formatDayAndTime(row.sent_at) },
        { label: t`Received through`, value: row.provider },
        sender !== null && { label: t`Sender`, value: sender.name ?? t`Name not provided` },
        sender !== null && {
          label: t`Account number`,
          value: (
            <MaskedNumber
              masked={sender.account_number}
              onReveal={async () =>
                (await send(revealCreditSender, { params: { id: row.id } })).data.account_number
              }
            />
          ),
        },
        sender !== null && { label: "IFSC", value: sender.ifsc_code },
        sender?.bank_name != null && { label: t`Bank`, value: sender.bank_name },
        row.status !== "pending" && { label: t`Status`, value: statusLabels[row.status] },
        row.tenant !== null && {
          label: t`Tenant`,
          value: <TenantLink tenant={row.tenant} />,
        },
        row.return_utr !== null && { label: t`UTR of the return`, value: row.return_utr },
        row.decided_by !== null && { label: t`Decided by`, value: row.decided_by },
        row.decided_at !== null && { label: t`Decided`, value: formatDayAndTime(row.decided_at) },
        row.note !== null && { label: t`Reason`, value: row.note },
      ]}
    />
  );
}
