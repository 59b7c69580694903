import type { BeneficiaryDetail } from "@rokad/contract/beneficiaries";
import { Link } from "@tanstack/react-router";
import { t } from "../language.ts";
import { paths } from "../paths.ts";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatDay, formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { Money } from "../ui/money.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { formatPhone } from "../common/people/person.ts";

interface CardProps {
  beneficiary: BeneficiaryDetail;
}

export function PaidCard({ beneficiary: { paid, pending, payouts } }: CardProps) {
  const [last] = payouts;
  return (
    <Card>
      <CardHeader title={t`Paid so far`} />
      <CardBody>
        <p className="text-2xl font-semibold tracking-tight">
          <Money value={paid.total} />
        </p>
        <Details
          className="mt-4"
          of={[
            { label: t`Payouts paid`, value: paid.count.toLocaleString("en-IN") },
            {
              label: t`In progress`,
              value:
                pending.count === 0 ? (
                  t`None`
                ) : (
                  <>
                    <Money value={pending.total} /> ({pending.count.toLocaleString("en-IN")})
                  </>
                ),
            },
            { label: t`Last payout`, value: last ? formatDay(last.created_at) : t`None` },
          ]}
        />
      </CardBody>
    </Card>
  );
}

export function DetailsCard({ beneficiary }: CardProps) {
  const { email, phone, address, gstin, pan, note, created_at } = beneficiary;
  return (
    <Card>
      <CardHeader title={t`Details`} />
      <CardBody>
        <Details
          of={[
            email !== null && { label: t`Email`, value: email },
            phone !== null && { label: t`Phone`, value: formatPhone(phone) },
            address !== null && { label: t`Address`, value: address },
            gstin !== null && { label: "GSTIN", value: gstin },
            pan !== null && { label: "PAN", value: pan },
            note !== null && {
              label: t`Note`,
              value: <span className="whitespace-pre-line">{note}</span>,
            },
            { label: t`Saved on`, value: formatDay(created_at) },
          ]}
        />
      </CardBody>
    </Card>
  );
}

export function PayoutsCard({ beneficiary: { payouts } }: CardProps) {
  return (
    <Card>
      <CardHeader
        ruled
        title={t`Last payouts`}
        action={
          <Link
            to={paths.payoutHistory}
            className="text-dense text-brand-ink underline-offset-4 hover:underline"
          >
            {t`Payout History`}
          </Link>
        }
      />
      {payouts.length === 0 ? (
        <p className="px-5 py-6 text-sm text-muted">
          {t`Payouts to this beneficiary appear here once you send one.`}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {payouts.map((payout) => (
            <li key={payout.id}>
              <Link
                to={paths.payout}
                params={{ id: payout.id }}
                className="flex items-center justify-between gap-4 px-5 py-3 text-sm hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <span className="min-w-0">
                  <Money value={payout.amount} className="font-medium" />
                  <span className="block text-xs text-muted">
                    {formatDayAndTime(payout.created_at)}
                  </span>
                </span>
                <StatusBadge status={payout.status} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
