import type { Tenant } from "@rokad/contract/tenants";
import { t } from "../super-admin-language.ts";
import { formatPhone } from "../common/people/person.ts";
import { Badge } from "../ui/badge.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Details } from "../ui/details.tsx";
import { featureNames, providerNames } from "./words.ts";

const contact = "underline underline-offset-4";

/** How to reach a tenant, and what it may do. */
export function DetailsCard({ tenant }: { tenant: Tenant }) {
  return (
    <Card>
      <CardHeader title={t`Details`} />
      <CardBody className="grid gap-5">
        <Details
          of={[
            {
              label: t`Phone`,
              value: (
                <a href={`tel:+91${tenant.phone}`} className={contact}>
                  {formatPhone(tenant.phone)}
                </a>
              ),
            },
            {
              label: t`Email`,
              value: tenant.email ? (
                <a href={`mailto:${tenant.email}`} className={contact}>
                  {tenant.email}
                </a>
              ) : (
                t`None`
              ),
            },
            { label: t`Created`, value: formatDayAndTime(tenant.createdAt) },
            { label: t`Updated`, value: formatDayAndTime(tenant.updatedAt) },
          ]}
        />
        <Names heading={t`Enabled Features`} names={featureNames(tenant)} />
        <Names heading={t`Allowed Providers`} names={providerNames(tenant)} />
      </CardBody>
    </Card>
  );
}

function Names({ heading, names }: { heading: string; names: readonly string[] }) {
  return (
    <section aria-label={heading}>
      <h3 className="text-sm font-semibold">{heading}</h3>
      <div className="mt-2 flex flex-wrap gap-2">
        {names.map((name) => (
          <Badge key={name}>{name}</Badge>
        ))}
        {names.length === 0 && <p className="text-dense text-muted">{t`None`}</p>}
      </div>
    </section>
  );
}
