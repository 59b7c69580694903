import {
  listFundTransfers,
  type FundTransfer,
  type recordFundTransfer,
} from "@rokad/contract/fund-transfers";
import { ArrowLeftRight } from "lucide-react";
import { useMemo } from "react";
import { t } from "../super-admin-language.ts";
import { usePage } from "../api/use-page.ts";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { Permitted } from "../common/people/permitted.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { movementColumns } from "./movement-columns.tsx";

interface MovementsCardProps {
  page: number;
  onPage: (page: number, how?: { replace: boolean }) => void;
  onCorrect: (transfer: FundTransfer) => void;
  onRecord: () => void;
}

/** Every recorded transfer of the platform's own money, newest first. */
export function MovementsCard({ page, onPage, onCorrect, onRecord }: MovementsCardProps) {
  const list = usePage(listFundTransfers, { page, limit: 20 });
  const columns = useMemo(() => movementColumns(onCorrect), [onCorrect]);
  return (
    <Card>
      <CardHeader
        ruled
        title={t`Movements`}
        description={t`Transfers between your bank account, the providers and your own funds`}
      />
      <PagedTable<FundTransfer>
        caption={t`Movements of own money, newest first`}
        columns={columns}
        rowKey={({ id }) => id}
        skeletonRows={3}
        list={list}
        goToPage={onPage}
        empty={
          <EmptyState
            icon={<ArrowLeftRight />}
            title={t`No transfers yet`}
            description={t`Top-ups, withdrawals and own funds appear here once they are recorded.`}
            action={
              <Permitted<typeof recordFundTransfer> needs="finance">
                <Button variant="secondary" onClick={onRecord}>
                  {t`Record transfer`}
                </Button>
              </Permitted>
            }
          />
        }
        failureText={t`Failed to load the movements`}
        pagerLabel={t`Pages of movements`}
        summaryOf={({ total_records: total }) =>
          t`${total.toLocaleString("en-IN")} transfers, newest first`
        }
      />
    </Card>
  );
}
