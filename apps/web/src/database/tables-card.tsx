import type { DatabaseTable } from "@rokad/contract/database";
import { Table2 } from "lucide-react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { Card, CardHeader } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { tableColumns } from "./table-columns.tsx";

interface TablesCardProps {
  part: {
    answer: { data: DatabaseTable[]; others: number } | undefined;
    error: Error | undefined;
    busy: boolean;
    retry: () => void;
  };
}

export function TablesCard({ part: { answer, error, busy, retry } }: TablesCardProps) {
  const others = answer?.others ?? 0;
  return (
    <Card aria-labelledby="tables">
      <CardHeader
        ruled
        title={<span id="tables">{t`Largest tables`}</span>}
        description={
          others > 0 ? t`With their indexes. ${others} others are smaller.` : t`With their indexes`
        }
      />
      <DataTable
        caption={t`The largest tables with their sizes`}
        columns={tableColumns}
        rows={answer?.data}
        rowKey={({ name }) => name}
        skeletonRows={12}
        empty={<EmptyState icon={<Table2 />} title={t`No tables`} />}
        error={
          error && (
            <ErrorPanel
              message={t`Failed to load the tables`}
              detail={messageOf(error, "")}
              onRetry={retry}
              busy={busy}
            />
          )
        }
      />
    </Card>
  );
}
