import {
  describeDatabase,
  listDatabaseTables,
  listMigrations,
  listQueues,
} from "@rokad/contract/database";
import { examineInstallation } from "@rokad/contract/doctor";
import { getRestoreDrill } from "@rokad/contract/restore-drills";
import { t } from "../super-admin-language.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { PartCard } from "../common/parts/part-card.tsx";
import { usePart } from "../common/parts/use-part.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { DoctorCard } from "./doctor-card.tsx";
import { MigrationList } from "./migration-list.tsx";
import { QueueRows } from "./queue-rows.tsx";
import { RestoreDrillRows } from "./restore-drill-rows.tsx";
import { ServerDetails } from "./server-details.tsx";
import { TablesCard } from "./tables-card.tsx";

/** The state of the installation and its database, for engineers. */
export function DatabasePage() {
  const doctor = usePart(examineInstallation);
  const server = usePart(describeDatabase);
  const queues = usePart(listQueues);
  const migrations = usePart(listMigrations);
  const tables = usePart(listDatabaseTables);
  const drill = usePart(getRestoreDrill);
  const parts = [doctor, server, queues, migrations, tables, drill];

  async function refresh() {
    await Promise.all(parts.map((part) => part.reload()));
  }

  return (
    <>
      <PageHeader
        title={t`Database`}
        description={t`Database, backups, and checks of this installation`}
        actions={<RefreshButton onRefresh={refresh} />}
      />
      <DoctorCard part={doctor} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="grid gap-5">
          <PartCard
            title="PostgreSQL"
            description={t`The server and its connections`}
            part={server}
            lines={9}
          >
            {({ data }) => <ServerDetails of={data} />}
          </PartCard>
          <PartCard
            title={t`Restore drill`}
            description={t`A backup, restored on a scratch server and verified`}
            part={drill}
            lines={6}
          >
            {({ data }) => <RestoreDrillRows of={data} />}
          </PartCard>
        </div>
        <div className="grid gap-5">
          <PartCard
            title={t`Queues`}
            description={t`Work waiting for the workers`}
            part={queues}
            lines={9}
          >
            {({ data }) => <QueueRows of={data} />}
          </PartCard>
          <PartCard
            title={t`Migrations`}
            description={t`Applied schema changes`}
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
