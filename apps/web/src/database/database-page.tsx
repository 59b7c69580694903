import { compareProviders, getTrialBalance, getVerification } from "@rokad/contract/books";
import {
  describeDatabase,
  listDatabaseTables,
  listMigrations,
  listQueues,
} from "@rokad/contract/database";
import { examineInstallation } from "@rokad/contract/doctor";
import { getRestoreDrill } from "@rokad/contract/restore-drills";
import { refreshApi } from "../api/use-api.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { CrossChecks } from "./cross-checks.tsx";
import { DoctorCard } from "./doctor-card.tsx";
import { MigrationList } from "./migration-list.tsx";
import { PartCard } from "./part-card.tsx";
import { ProviderRecords } from "./provider-records.tsx";
import { QueueRows } from "./queue-rows.tsx";
import { RestoreDrillRows } from "./restore-drill-rows.tsx";
import { ServerDetails } from "./server-details.tsx";
import { TablesCard } from "./tables-card.tsx";
import { TrialBalanceTable } from "./trial-balance-table.tsx";
import { usePart } from "./use-part.ts";
import { VerificationCard } from "./verification-card.tsx";

/** The state of the database, and the verification of the books. */
export function DatabasePage() {
  const balance = usePart(getTrialBalance);
  const providers = usePart(compareProviders);
  const server = usePart(describeDatabase);
  const queues = usePart(listQueues);
  const migrations = usePart(listMigrations);
  const tables = usePart(listDatabaseTables);
  const drill = usePart(getRestoreDrill);
  const doctor = usePart(examineInstallation);
  const parts = [balance, providers, server, queues, migrations, tables, drill, doctor];

  async function refresh() {
    await Promise.all([...parts.map((part) => part.reload()), refreshApi(getVerification)]);
  }

  return (
    <>
      <PageHeader
        title="Database"
        description="Database health and verification of the books"
        actions={<RefreshButton onRefresh={refresh} />}
      />
      <VerificationCard />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="grid gap-5">
          <PartCard
            title="Trial balance"
            description="Positive: owed or earned. Negative: held or paid."
            part={balance}
            lines={7}
          >
            {({ data }) => <TrialBalanceTable of={data} />}
          </PartCard>
          <PartCard
            title="Cross-checks"
            description="Two records of the same amount must match"
            part={balance}
            lines={8}
          >
            {({ data }) => <CrossChecks of={data} />}
          </PartCard>
          <PartCard
            title="Providers"
            description="Payouts by our record and by the provider's"
            part={providers}
            lines={3}
          >
            {({ data }) => <ProviderRecords of={data} />}
          </PartCard>
        </div>
        <div className="grid gap-5">
          <PartCard
            title="Restore drill"
            description="A backup, restored on a scratch server and verified"
            part={drill}
            lines={6}
          >
            {({ data }) => <RestoreDrillRows of={data} />}
          </PartCard>
          <PartCard
            title="PostgreSQL"
            description="The server and its connections"
            part={server}
            lines={9}
          >
            {({ data }) => <ServerDetails of={data} />}
          </PartCard>
          <PartCard
            title="Queues"
            description="Work waiting for the workers"
            part={queues}
            lines={9}
          >
            {({ data }) => <QueueRows of={data} />}
          </PartCard>
          <PartCard
            title="Migrations"
            description="Applied schema changes"
            part={migrations}
            lines={12}
          >
            {({ data }) => <MigrationList of={data} />}
          </PartCard>
        </div>
      </div>
      <DoctorCard part={doctor} />
      <TablesCard part={tables} />
    </>
  );
}
