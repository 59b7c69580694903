import { revealCreditSender, type SuspendedCredit } from "@rokad/contract/suspense";
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
        { label: "Amount", value: <Money value={row.amount} className="font-semibold" /> },
        {
          label: "UTR",
          value:
            row.utr_reference === null ? (
              (row.bank_reference ?? "Not provided")
            ) : (
              <Copyable value={row.utr_reference} label="UTR Reference" />
            ),
        },
        row.similar_request !== null && {
          label: "Similar request",
          value: `${row.similar_request.utr_reference}, ${formatDayAndTime(row.similar_request.created_at)}`,
        },
        { label: "Sent", value: formatDayAndTime(row.sent_at) },
        { label: "Received through", value: row.provider },
        sender !== null && { label: "Sender", value: sender.name ?? "Name not provided" },
        sender !== null && {
          label: "Account number",
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
        sender?.bank_name != null && { label: "Bank", value: sender.bank_name },
        row.status !== "pending" && { label: "Status", value: statusLabels[row.status] },
        row.tenant !== null && {
          label: "Tenant",
          value: <TenantLink tenant={row.tenant} />,
        },
        row.return_utr !== null && { label: "UTR of the return", value: row.return_utr },
        row.decided_by !== null && { label: "Decided by", value: row.decided_by },
        row.decided_at !== null && { label: "Decided", value: formatDayAndTime(row.decided_at) },
        row.note !== null && { label: "Reason", value: row.note },
      ]}
    />
  );
}
