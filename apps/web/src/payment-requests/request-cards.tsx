import type { PaymentRequest } from "@rokad/contract/payment-requests";
import { Link } from "@tanstack/react-router";
import { factsOf } from "../common/payouts/facts-of.ts";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { AmountInWords } from "../ui/amount-in-words.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Details } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";

interface RequestProps {
  request: PaymentRequest;
}

/** Everything that will be sent, in full, in the order of the payout's confirmation. */
export function PayeeCard({ request }: RequestProps) {
  return (
    <Card>
      <CardHeader
        title={t`What will be sent`}
        action={
          request.beneficiary && (
            <Link
              to={paths.beneficiary}
              params={{ id: request.beneficiary.id }}
              className="shrink-0 text-dense leading-5.5 text-brand-ink underline-offset-4 hover:underline"
            >
              {t`View beneficiary`}
            </Link>
          )
        }
      />
      <CardBody className="grid gap-4">
        <div className="rounded-card border border-line bg-sunken/60 px-4 py-4 text-center">
          <Money
            value={request.amount}
            className="text-[28px] leading-9 font-semibold tracking-tight"
          />
          <p className="min-h-4 text-xs text-balance text-muted">
            <AmountInWords value={request.amount} />
          </p>
        </div>
        <Details
          of={[
            {
              label: t`To`,
              value: (
                <span className="inline-flex flex-wrap justify-end gap-x-2 gap-y-1 font-medium">
                  {request.is_new_beneficiary && <Badge tone="warn">{t`New beneficiary`}</Badge>}
                  {request.beneficiary_name}
                </span>
              ),
            },
            { label: t`Method`, value: request.method.toUpperCase() },
            request.upi_id !== null && { label: "UPI ID", value: request.upi_id },
            request.account_number !== null && {
              label: t`Account number`,
              value: request.account_number,
            },
            request.ifsc_code !== null && { label: "IFSC", value: request.ifsc_code },
            request.bank_name !== null && { label: t`Bank`, value: request.bank_name },
            ...factsOf("contact", request),
            ...factsOf("payment", request),
            request.send_advice && {
              label: t`Payment advice`,
              value: t`By e-mail once it is paid`,
            },
            request.repeat_reason !== null && {
              label: t`Sent again`,
              value: request.repeat_reason,
            },
          ]}
        />
      </CardBody>
    </Card>
  );
}

export function CostCard({ request }: RequestProps) {
  return (
    <Card>
      <CardHeader title={t`Charges`} />
      <CardBody>
        <Details
          of={[
            { label: t`Amount`, value: <Money value={request.amount} /> },
            { label: t`Platform fee`, value: <Money value={request.txn_fee} /> },
            { label: "GST", value: <Money value={request.gst_amount} /> },
            { label: t`Total deduction`, value: <Money value={request.total} />, total: true },
            request.on_hold !== null && {
              label: t`On hold in your wallet`,
              value: <Money value={request.on_hold} />,
            },
          ]}
        />
      </CardBody>
    </Card>
  );
}
