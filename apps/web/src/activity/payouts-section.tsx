import {
  listOpenPayouts,
  checkPayoutStatus,
  type OpenPayout,
} from "@rokad/contract/activity-lists";
import { limits } from "@rokad/contract/limits";
import type { confirmOutcome } from "@rokad/contract/payout-outcomes";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useMay, useUser } from "../api/session.ts";
import { usePage } from "../api/use-page.ts";
import { PagedTable } from "../common/lists/paged-table.tsx";
import { superAdminPaths } from "../paths.ts";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Section } from "../ui/section.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { toast } from "../ui/toast.ts";
import { formatTimeUntil } from "./format-age.ts";
import { payoutColumns } from "./payout-columns.tsx";
import { useNow } from "./use-now.ts";

const OutcomeDialog = lazy(async () => ({
  default: (await import("./outcome-dialog.tsx")).OutcomeDialog,
}));

const CancelPayoutDialog = lazy(async () => ({
  default: (await import("./cancel-payout-dialog.tsx")).CancelPayoutDialog,
}));

const filterOptions = [
  { value: "slow", label: t`Taking too long` },
  { value: "open", label: t`All` },
] as const;
const pollSeconds = 5;

/** Payouts without an outcome, oldest first. */
export function PayoutsSection() {
  const [filter, setFilter] = useState<"slow" | "open">("slow");
  const [page, setPage] = useState(1);
  const [checkingId, setCheckingId] = useState<string>();
  // Stays set after closing, so that the dialog shows its content while it closes.
  const [selected, setSelected] = useState<OpenPayout>();
  const [dialog, setDialog] = useState<"outcome" | "cancel">();
  const [isOpen, setIsOpen] = useState(false);
  const linked = useSearch({ from: "/signed-in/super-admin/super-admin/activity" });
  const navigate = useNavigate();
  const user = useUser();
  const canSign = useMay<typeof confirmOutcome>("operate");
  const now = useNow();
  const query = { show: filter, page, limit: limits.activityPageRows };
  const list = usePage(listOpenPayouts, query, {
    nextPollSeconds: () => pollSeconds,
  });

  async function checkNow({ id, reference_id: reference }: OpenPayout) {
    setCheckingId(id);
    try {
      const { data } = await send(checkPayoutStatus, { params: { id } });
      toast.success(
        t`Next status check of ${reference}: ${formatTimeUntil(data.next_check_at, Date.now())}`,
      );
      await list.reload();
    } catch (failure) {
      toast.error(messageOf(failure));
    } finally {
      setCheckingId(undefined);
    }
  }

  function openDialog(next: "outcome" | "cancel", payout: OpenPayout) {
    setSelected(payout);
    setDialog(next);
    setIsOpen(true);
  }

  return (
    <Section
      title={t`Payouts without an outcome`}
      action={
        <Segmented
          legend={t`Which payouts`}
          options={filterOptions}
          value={filter}
          onValueChange={(next) => {
            setFilter(next);
            setPage(1);
          }}
        />
      }
    >
      <Card aria-label={t`Payouts without an outcome`}>
        <PagedTable
          caption={t`Payouts without an outcome, oldest first`}
          columns={payoutColumns({
            now,
            checkingId,
            signerId: canSign ? user?.id : undefined,
            onCheck: (payout) => void checkNow(payout),
            onOutcome: (payout) => openDialog("outcome", payout),
            onCancel: (payout) => openDialog("cancel", payout),
          })}
          rowKey={({ id }) => id}
          list={list}
          goToPage={setPage}
          skeletonRows={3}
          empty={
            <EmptyState
              icon={<CircleCheck />}
              title={filter === "slow" ? t`No payout takes too long` : t`No payout is in progress`}
              description={
                filter === "slow"
                  ? t`Payouts without an outcome after five minutes appear here with the provider’s last answer.`
                  : t`Payouts appear here from their request until they are paid or failed.`
              }
            />
          }
          failureText={t`Failed to load payouts`}
          pagerLabel={t`Pages of open payouts`}
          summaryOf={({ total_records: total }) => t`${total.toLocaleString("en-IN")} payouts`}
          numbered={false}
        />
        <p className="border-t border-line px-5 py-3 text-xs text-muted">
          {t`A payout that no provider has can be cancelled. For any other, only the provider knows whether the money has moved: Rokad asks until there is an answer. If none comes, two super admins can decide under Outcome.`}
        </p>
      </Card>
      <Suspense>
        {selected && dialog === "cancel" && (
          <CancelPayoutDialog
            key={selected.id}
            payout={selected}
            open={isOpen}
            onClose={() => setIsOpen(false)}
          />
        )}
        {linked.payout && (
          <OutcomeDialog
            key={linked.payout}
            id={linked.payout}
            reference={linked.reference ?? t`the payout`}
            open
            onClose={() => void navigate({ to: superAdminPaths.activity, replace: true })}
          />
        )}
        {selected && dialog === "outcome" && (
          <OutcomeDialog
            key={selected.id}
            id={selected.id}
            reference={selected.reference_id}
            open={isOpen}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </Section>
  );
}
