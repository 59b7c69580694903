import type { PayoutDetail } from "@rokad/contract/payouts";
import { add, subtract } from "@rokad/money/money";
import { Link } from "@tanstack/react-router";
import { factsOf } from "../common/payouts/facts-of.ts";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details, type Detail } from "../ui/details.tsx";
import { maskAccount } from "../ui/mask.ts";
import { Money } from "../ui/money.tsx";
import { isNotFunded, isPartlyReturned } from "./payout-states.ts";

export function BeneficiaryCard({ payout }: { payout: PayoutDetail }) {
  return (
    <Card>
      <CardHeader
        title={payout.kind === "withdrawal" ? t`Bank account` : t`Beneficiary`}
        action={
          payout.beneficiary && (
            <Link
              to={paths.beneficiary}
              params={{ id: payout.beneficiary.id }}
              className="text-dense text-brand-ink underline-offset-4 hover:underline"
            >
              {t`View beneficiary`}
            </Link>
          )
        }
      />
      <CardBody>
        <StackedDetails
          of={[
            ...factsOf("beneficiary", payout),
            payout.upi_id !== null && {
              label: "UPI ID",
              value: <Copyable value={payout.upi_id} label="UPI ID" />,
            },
            payout.account_number !== null && {
              label: t`Account`,
              value: (
                <Copyable
                  value={payout.account_number}
                  shown={maskAccount(payout.account_number)}
                  label={t`Account number`}
                />
              ),
            },
            payout.ifsc_code !== null && {
              label: "IFSC",
              value: <Copyable value={payout.ifsc_code} label={t`IFSC code`} />,
            },
            payout.bank_name !== null && { label: t`Bank`, value: payout.bank_name },
            ...factsOf("contact", payout),
          ]}
        />
      </CardBody>
    </Card>
  );
}

export function CostCard({ payout }: { payout: PayoutDetail }) {
  return (
    <Card>
      <CardHeader title={t`Amount`} />
      <CardBody>
        <Details
          of={[
            { label: t`Amount`, value: <Money value={payout.amount} /> },
            payout.kind === "withdrawal"
              ? { label: t`Fee and GST`, value: t`None` }
              : { label: t`Platform fee`, value: <Money value={payout.txn_fee} /> },
            payout.kind === "payout" && {
              label: "GST",
              value: <Money value={payout.gst_amount} />,
            },
            {
              label: totalLabel(payout),
              value: <Money value={payout.total} />,
              total: true,
            },
          ]}
        />
        {isPartlyReturned(payout) && <Returns payout={payout} />}
      </CardBody>
    </Card>
  );
}

/** A failed or cancelled payout's total was refunded; one that was never funded took none. */
function totalLabel(payout: PayoutDetail): string {
  if (isNotFunded(payout)) return t`Total, not deducted`;
  return ["failed", "cancelled"].includes(payout.status) ? t`Total returned` : t`Total deduction`;
}

/** Each part that the bank sent back, and what the payout cost after all of them. */
function Returns({ payout }: { payout: PayoutDetail }) {
  const back = add(payout.returned_amount, payout.returned_charges);
  return (
    <Details
      className="mt-2"
      of={[
        ...payout.returns.map(({ at, amount, charges }) => ({
          label: t`Returned ${formatDayAndTime(at)}`,
          value: <Money value={add(amount, charges)} sign="−" className="text-warn" />,
        })),
        { label: t`Net cost`, value: <Money value={subtract(payout.total, back)} />, total: true },
      ]}
    />
  );
}

export function ReferencesCard({ payout }: { payout: PayoutDetail }) {
  return (
    <Card>
      <CardHeader title={t`References`} />
      <CardBody>
        <Details
          of={[
            {
              label: t`Reference ID`,
              value: <Copyable value={payout.reference_id} label={t`Reference ID`} />,
            },
            { label: "UTR", value: <Copyable value={payout.utr_number} label={t`UTR Number`} /> },
            payout.program?.client_reference != null && {
              label: t`Your reference`,
              value: <Copyable value={payout.program.client_reference} label={t`Your reference`} />,
            },
            payout.program?.api_key != null && {
              label: t`API key`,
              value: payout.program.api_key.name,
            },
            { label: t`Method`, value: payout.method.toUpperCase() },
            ...factsOf("payment", payout),
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
