import { compareProviders, getTrialBalance, getVerification } from "@rokad/contract/books";
import {
  describeDatabase,
  listDatabaseTables,
  listMigrations,
  listQueues,
} from "@rokad/contract/database";
import { refreshApi } from "../api/use-api.ts";
import { RefreshButton } from "../shell/refresh-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Agreements } from "./agreements.tsx";
import { MigrationList } from "./migration-list.tsx";
import { PartCard } from "./part-card.tsx";
import { ProviderRecords } from "./provider-records.tsx";
import { QueueRows } from "./queue-rows.tsx";
import { ServerFacts } from "./server-facts.tsx";
import { TablesCard } from "./tables-card.tsx";
import { TrialBalanceTable } from "./trial-balance-table.tsx";
import { usePart } from "./use-part.ts";
import { VerificationCard } from "./verification-card.tsx";

/** Is the database healthy, and are the books right. */
export function DatabasePage() {
  const balance = usePart(getTrialBalance);
  const providers = usePart(compareProviders);
  const server = usePart(describeDatabase);
  const queues = usePart(listQueues);
  const migrations = usePart(listMigrations);
  const tables = usePart(listDatabaseTables);
  const parts = [balance, providers, server, queues, migrations, tables];

  async function refresh() {
    await Promise.all([...parts.map((part) => part.reload()), refreshApi(getVerification)]);
  }

  return (
    <>
      <PageHeader
        title="Database"
        description="Whether it is healthy, and whether the books are right"
        actions={<RefreshButton onRefresh={refresh} />}
      />
      <VerificationCard />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="grid gap-5">
          <PartCard
            title="Trial balance"
            description="Positive is what we owe or have earned, negative what we have or have paid"
            part={balance}
            lines={7}
          >
            {({ data }) => <TrialBalanceTable of={data} />}
          </PartCard>
          <PartCard
            title="Agreement"
            description="What stands in two places must be the same in both"
            part={balance}
            lines={8}
          >
            {({ data }) => <Agreements of={data} />}
          </PartCard>
          <PartCard
            title="Providers"
            description="Our record of what was paid, and each provider's own"
            part={providers}
            lines={3}
          >
            {({ data }) => <ProviderRecords of={data} />}
          </PartCard>
        </div>
        <div className="grid gap-5">
          <PartCard
            title="PostgreSQL"
            description="The server and who is connected to it"
            part={server}
            lines={9}
          >
            {({ data }) => <ServerFacts of={data} />}
          </PartCard>
          <PartCard title="Queues" description="What waits for the workers" part={queues} lines={9}>
            {({ data }) => <QueueRows of={data} />}
          </PartCard>
          <PartCard
            title="Migrations"
            description="The steps that made the schema"
            part={migrations}
            lines={12}
          >
            {({ data }) => <MigrationList of={data} />}
          </PartCard>
        </div>
      </div>
      <TablesCard part={tables} />
    </>
  );
}
