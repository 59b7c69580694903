import { compareProviders, getTrialBalance, getVerification } from "@rokad/contract/books";
import { t } from "../super-admin-language.ts";
import { refreshApi } from "../api/use-api.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { PartCard } from "../common/parts/part-card.tsx";
import { usePart } from "../common/parts/use-part.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { CrossChecks } from "./cross-checks.tsx";
import { ProviderRecords } from "./provider-records.tsx";
import { TrialBalanceTable } from "./trial-balance-table.tsx";
import { VerificationCard } from "./verification-card.tsx";

/** The books of the installation and their verification, for finance. */
export function BooksPage() {
  const balance = usePart(getTrialBalance);
  const providers = usePart(compareProviders);

  async function refresh() {
    await Promise.all([balance.reload(), providers.reload(), refreshApi(getVerification)]);
  }

  return (
    <>
      <PageHeader
        title={t`Books`}
        description={t`Trial balance, and verification of every entry`}
        actions={<RefreshButton onRefresh={refresh} />}
      />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <PartCard
          title={t`Trial balance`}
          description={t`Positive: owed or earned. Negative: held or paid.`}
          part={balance}
          lines={7}
        >
          {({ data }) => <TrialBalanceTable of={data} />}
        </PartCard>
        <div className="grid gap-5">
          <PartCard
            title={t`Cross-checks`}
            description={t`Two records of the same amount must match`}
            part={balance}
            lines={8}
          >
            {({ data }) => <CrossChecks of={data} />}
          </PartCard>
          <PartCard
            title={t`Providers`}
            description={t`Payouts by our record and by the provider's`}
            part={providers}
            lines={3}
          >
            {({ data }) => <ProviderRecords of={data} />}
          </PartCard>
        </div>
      </div>
      <VerificationCard />
    </>
  );
}
