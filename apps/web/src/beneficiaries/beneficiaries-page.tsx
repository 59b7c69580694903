import { listBeneficiaries, type Beneficiary } from "@rokad/contract/beneficiaries";
import { beneficiaryKinds } from "@rokad/contract/beneficiary-form";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ChevronLeft, ChevronRight, FileUp, Plus, Users } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { may, useUser } from "../api/session.ts";
import { usePage } from "../api/use-page.ts";
import { currentViewing } from "../api/viewing.ts";
import { RefreshButton } from "../common/actions/refresh-button.tsx";
import { readOption } from "../common/lists/search-params.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { beneficiaryColumns } from "./beneficiary-columns.tsx";
import { BeneficiaryFilterBar } from "./beneficiary-filter-bar.tsx";
import type { BeneficiaryFilters } from "./beneficiary-filters.ts";
import { ExportMenu } from "./export-menu.tsx";

const BeneficiaryDialog = lazy(async () => ({
  default: (await import("./beneficiary-dialog.tsx")).BeneficiaryDialog,
}));

const ImportDialog = lazy(async () => ({
  default: (await import("./import-dialog.tsx")).ImportDialog,
}));

interface EmptyProps {
  isFiltered: boolean;
  onAdd: (() => void) | undefined;
}

function Empty({ isFiltered, onAdd }: EmptyProps) {
  return (
    <EmptyState
      icon={<Users />}
      title={t`No beneficiaries found`}
      description={
        isFiltered
          ? t`No beneficiary matches your search and filters`
          : t`Save the people and firms you pay, and pay them again in a few taps.`
      }
      action={
        !isFiltered &&
        onAdd && (
          <Button variant="secondary" icon={<Plus />} onClick={onAdd}>
            {t`Add beneficiary`}
          </Button>
        )
      }
    />
  );
}

function useBeneficiaries({ kind, status, ...rest }: BeneficiaryFilters & { after?: string }) {
  return usePage(listBeneficiaries, {
    ...rest,
    kind: readOption(kind, beneficiaryKinds),
    status: readOption(status, ["archived"]),
  });
}

export function BeneficiariesPage() {
  const { after, ...filters } = useSearch({ from: "/signed-in/dashboard/beneficiaries" });
  const navigate = useNavigate();
  const canEdit = may(useUser(), "prepare") && !currentViewing();
  const { answer, error, refreshing, retrying, reload, retry } = useBeneficiaries({
    ...filters,
    ...(after !== undefined && { after }),
  });
  const [dialogState, setDialogState] = useState<"no" | "open" | "closing">("no");
  const [imports, setImports] = useState<"no" | "open" | "closing">("no");
  const go = (search: BeneficiaryFilters & { after?: string | undefined }) =>
    void navigate({ to: paths.beneficiaries, search });
  const add = canEdit ? () => setDialogState("open") : undefined;
  const open = ({ id }: Pick<Beneficiary, "id">) =>
    void navigate({ to: paths.beneficiary, params: { id } });

  return (
    <>
      <PageHeader
        title={t`Beneficiaries`}
        description={t`The people and firms you pay`}
        actions={
          <>
            <RefreshButton onRefresh={reload} />
            {canEdit && <ExportMenu filters={filters} />}
            {add && (
              <Button variant="secondary" icon={<FileUp />} onClick={() => setImports("open")}>
                {t`Import`}
              </Button>
            )}
            {add && (
              <Button icon={<Plus />} onClick={add}>
                {t`Add beneficiary`}
              </Button>
            )}
          </>
        }
      />
      <Card>
        <BeneficiaryFilterBar key={JSON.stringify(filters)} filters={filters} onApply={go} />
        <DataTable<Beneficiary>
          caption={t`Beneficiaries by name`}
          columns={beneficiaryColumns}
          rows={answer?.data}
          rowKey={({ id }) => id}
          onRowClick={open}
          refreshing={refreshing}
          empty={
            <Empty
              isFiltered={Object.values(filters).some(Boolean) || after !== undefined}
              onAdd={add}
            />
          }
          error={
            error && (
              <ErrorPanel
                message={t`Failed to load beneficiaries`}
                detail={messageOf(error, "")}
                onRetry={retry}
                busy={retrying}
              />
            )
          }
        />
        {answer && !error && (after !== undefined || answer.next !== null) && (
          <nav
            aria-label={t`Pages`}
            className="flex items-center justify-end gap-1.5 border-t border-line px-4 py-3 md:px-5"
          >
            <Button
              variant="secondary"
              size="sm"
              icon={<ChevronLeft />}
              disabled={after === undefined}
              onClick={() => go(filters)}
            >
              {t`First`}
            </Button>
            <Button
              variant="secondary"
              size="sm"
              disabled={answer.next === null}
              onClick={() => go({ ...filters, after: answer.next ?? undefined })}
            >
              {t`Next`}
              <ChevronRight />
            </Button>
          </nav>
        )}
      </Card>
      <Suspense>
        {dialogState !== "no" && (
          <BeneficiaryDialog
            open={dialogState === "open"}
            onClose={() => setDialogState("closing")}
            onClosed={() => setDialogState("no")}
            onSaved={open}
          />
        )}
        {imports !== "no" && (
          <ImportDialog
            open={imports === "open"}
            onClose={() => setImports("closing")}
            onClosed={() => setImports("no")}
          />
        )}
      </Suspense>
    </>
  );
}
