import { payoutFacts } from "@rokad/contract/payout-fields";
import type { PayoutDetail } from "@rokad/contract/payouts";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { Details, type Detail } from "../ui/details.tsx";
import { maskAccount } from "../ui/mask.ts";
import { Money } from "../ui/money.tsx";

export function BeneficiaryCard({ payout }: { payout: PayoutDetail }) {
  return (
    <Card>
      <CardHeader title="Beneficiary" />
      <CardBody>
        <StackedDetails
          of={[
            ...payoutFacts("beneficiary", payout),
            payout.upi_id !== null && {
              label: "UPI ID",
              value: <Copyable value={payout.upi_id} label="UPI ID" />,
            },
            payout.account_number !== null && {
              label: "Account",
              value: (
                <Copyable
                  value={payout.account_number}
                  shown={maskAccount(payout.account_number)}
                  label="Account number"
                />
              ),
            },
            payout.ifsc_code !== null && {
              label: "IFSC",
              value: <Copyable value={payout.ifsc_code} label="IFSC code" />,
            },
            payout.bank_name !== null && { label: "Bank", value: payout.bank_name },
            ...payoutFacts("contact", payout),
          ]}
        />
      </CardBody>
    </Card>
  );
}

export function CostCard({ payout }: { payout: PayoutDetail }) {
  return (
    <Card>
      <CardHeader title="Amount" />
      <CardBody>
        <Details
          of={[
            { label: "Amount", value: <Money value={payout.amount} /> },
            { label: "Platform fee", value: <Money value={payout.txn_fee} /> },
            { label: "GST", value: <Money value={payout.gst_amount} /> },
            {
              // A failed or cancelled payout's total was refunded, so nothing is deducted.
              label: ["failed", "cancelled"].includes(payout.status)
                ? "Total returned"
                : "Total deduction",
              value: <Money value={payout.total} />,
              total: true,
            },
          ]}
        />
      </CardBody>
    </Card>
  );
}

export function ReferencesCard({ payout }: { payout: PayoutDetail }) {
  return (
    <Card>
      <CardHeader title="References" />
      <CardBody>
        <Details
          of={[
            {
              label: "Reference ID",
              value: <Copyable value={payout.reference_id} label="Reference ID" />,
            },
            { label: "UTR", value: <Copyable value={payout.utr_number} label="UTR Number" /> },
            { label: "Method", value: payout.method.toUpperCase() },
            ...payoutFacts("payment", payout),
          ]}
        />
      </CardBody>
    </Card>
  );
}

/** Label above value: side by side they would be far apart in a wide card. */
function StackedDetails({ of }: { of: readonly (Detail | false)[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-4 text-dense sm:grid-cols-2 xl:grid-cols-3">
      {of.map(
        (detail) =>
          detail && (
            <div key={detail.label} className="min-w-0">
              <dt className="text-xs text-muted">{detail.label}</dt>
              <dd className="mt-0.5 min-h-6 break-words tabular-nums">{detail.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
