import {
  adjustmentStates,
  automaticKinds,
  proposableKinds,
} from "@rokad/contract/adjustment-states";
import {
  getAdjustment,
  listAdjustments,
  type Adjustment,
  type proposeAdjustment,
} from "@rokad/contract/adjustments";
import type { OpenChargeback } from "@rokad/contract/chargebacks";
import { adjustmentLabel } from "@rokad/contract/adjustment-kinds";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FilePenLine, Inbox, Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { useMay } from "../api/session.ts";
import { useApi } from "../api/use-api.ts";
import { usePage } from "../api/use-page.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { superAdminPaths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Field } from "../ui/field.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { rowsOfPage } from "../ui/pager-pages.ts";
import { Select } from "../ui/select.tsx";
import { AdjustmentCards } from "./adjustment-cards.tsx";
import { adjustmentColumns } from "./adjustment-columns.tsx";
import { stateLabels } from "./adjustment-labels.ts";
import type { AdjustmentSearch } from "./adjustment-search.ts";
import { OpenChargebacks } from "./open-chargebacks.tsx";
import type { ProposalStart } from "./propose-dialog.tsx";

const AdjustmentDialog = lazy(async () => ({
  default: (await import("./adjustment-dialog.tsx")).AdjustmentDialog,
}));
const ProposeDialog = lazy(async () => ({
  default: (await import("./propose-dialog.tsx")).ProposeDialog,
}));

const states = [
  { value: "all", label: t`All` },
  ...adjustmentStates.map((state) => ({ value: state, label: stateLabels[state][0] })),
] as const;
const kinds = [
  { value: "all", label: t`All` },
  ...[...proposableKinds, ...automaticKinds].map((kind) => ({
    value: kind,
    label: translateText(adjustmentLabel(kind)),
  })),
] as const;

function Empty({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState
      icon={<Inbox />}
      title={t`No adjustments found`}
      description={t`No adjustment matches these filters`}
    />
  ) : (
    <EmptyState
      icon={<FilePenLine />}
      title={t`No adjustments`}
      description={t`Corrections of wallets and accounts appear here. Two super admins sign each.`}
    />
  );
}

function useAdjustments({ state, kind }: AdjustmentSearch, page = 1) {
  return usePage(listAdjustments, { state, kind, page, limit: 20 });
}

export function AdjustmentsPage() {
  const search = useSearch({ from: "/signed-in/super-admin/super-admin/adjustments" });
  const { page, state, kind, adjustment: linkedId } = search;
  const navigate = useNavigate();
  const list = useAdjustments({ state, kind }, page);
  const { answer, error } = list;
  const [shown, setShown] = useState<Adjustment>();
  const [isShown, setIsShown] = useState(false);
  const linked = useApi(getAdjustment, linkedId ? { params: { id: linkedId } } : null).data?.data;
  const inDialog = linked ?? shown;
  const canPropose = useMay<typeof proposeAdjustment>("finance");
  const [start, setStart] = useState<ProposalStart | undefined>(() =>
    canPropose ? startOf(search) : undefined,
  );
  const [isProposing, setIsProposing] = useState(start !== undefined);
  const go = (next: AdjustmentSearch, how: { replace?: boolean } = {}) =>
    void navigate({ to: superAdminPaths.adjustments, search: next, ...how });

  function propose(from: ProposalStart) {
    setStart(from);
    setIsProposing(true);
  }

  return (
    <>
      <PageHeader
        title={t`Adjustments`}
        description={t`Corrections of wallets and accounts, each signed by two super admins`}
        actions={
          <>
            {canPropose && (
              <Button icon={<Plus />} onClick={() => propose({})}>
                {t`Propose adjustment`}
              </Button>
            )}
            <RefreshButton onRefresh={list.reload} />
          </>
        }
      />
      {!error && <AdjustmentCards of={answer?.summary} />}
      <OpenChargebacks
        of={answer?.summary.chargebacks ?? []}
        onPropose={(chargeback) => propose(startFrom(chargeback))}
      />
      <Card>
        <div className="flex flex-wrap gap-4 border-b border-line p-4 md:px-5">
          <Field label={t`Status`} className="max-md:w-full md:w-44">
            <Select
              options={states}
              value={state ?? "all"}
              onValueChange={(next) =>
                go({ kind, state: next === "all" ? undefined : next }, { replace: true })
              }
            />
          </Field>
          <Field label={t`Kind`} className="max-md:w-full md:w-56">
            <Select
              options={kinds}
              value={kind ?? "all"}
              onValueChange={(next) =>
                go({ state, kind: next === "all" ? undefined : next }, { replace: true })
              }
            />
          </Field>
        </div>
        <PagedTable<Adjustment>
          caption={t`Adjustments, newest first`}
          columns={adjustmentColumns(canPropose, (row) => {
            setShown(row);
            setIsShown(true);
          })}
          rowKey={({ id }) => id}
          tight
          list={list}
          goToPage={(next, how) =>
            go({ state, kind, page: next > 1 ? next : undefined }, how ?? {})
          }
          empty={<Empty filtered={state !== undefined || kind !== undefined} />}
          failureText={t`Failed to load adjustments`}
          summaryOf={summaryOf}
          numbered={false}
        />
      </Card>
      <Suspense>
        {inDialog && (
          <AdjustmentDialog
            row={inDialog}
            open={isShown || linked !== undefined}
            onClose={() => {
              setIsShown(false);
              if (linkedId === undefined) return;
              // Stays while the dialog closes, which a reload must not open again.
              setShown(linked);
              go({ state, kind, page }, { replace: true });
            }}
          />
        )}
        {start && (
          <ProposeDialog
            start={start}
            accounts={answer?.summary}
            open={isProposing}
            onClose={() => setIsProposing(false)}
            onClosed={() => {
              setStart(undefined);
              // A reload must not open the proposal again.
              go({ state, kind, page }, { replace: true });
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** A proposal that another page's link begins. */
function startOf({ propose, deposit, line }: AdjustmentSearch): ProposalStart | undefined {
  if (propose === undefined) return undefined;
  return { kind: propose, depositId: deposit, statementLineId: line };
}

function startFrom(chargeback: OpenChargeback): ProposalStart {
  return {
    kind: "bank_recall",
    chargebackId: chargeback.id,
    depositId: chargeback.deposit_id ?? undefined,
    reference: chargeback.reference.slice(0, 50),
  };
}

function summaryOf(pages: { current_page: number; per_page: number; total_records: number }) {
  const { first, last } = rowsOfPage(pages.current_page, pages.per_page, pages.total_records);
  return t`Showing ${first} to ${last} of ${pages.total_records.toLocaleString("en-IN")} adjustments`;
}
