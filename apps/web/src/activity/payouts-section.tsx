import { listOpenPayouts, lookAtPayout, type OpenPayout } from "@rokad/contract/activity-lists";
import { limits } from "@rokad/contract/limits";
import { CircleCheck } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { usePage } from "../api/use-page.ts";
import { PagedTable } from "../shell/paged-table.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Section } from "../ui/section.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { toast } from "../ui/toast.ts";
import { untilWord } from "./ages.ts";
import { payoutColumns } from "./payout-columns.tsx";
import { useNow } from "./use-now.ts";

const OutcomeDialog = lazy(async () => ({
  default: (await import("./outcome-dialog.tsx")).OutcomeDialog,
}));

const shows = [
  { value: "slow", label: "Taking too long" },
  { value: "open", label: "All" },
] as const;
const pollSeconds = 5;

/** Payouts without an outcome, oldest first. */
export function PayoutsSection() {
  const [show, setShow] = useState<"slow" | "open">("slow");
  const [page, setPage] = useState(1);
  const [asking, setAsking] = useState<string>();
  // Stays after closing, so that the dialog keeps its words while it goes.
  const [shown, setShown] = useState<OpenPayout>();
  const [isOpen, setIsOpen] = useState(false);
  const now = useNow();
  const query = { show, page, limit: limits.activityPageRows };
  const list = usePage(listOpenPayouts, query, {
    lookAgainAfter: () => pollSeconds,
  });

  async function lookNow({ id, reference_id: reference }: OpenPayout) {
    setAsking(id);
    try {
      const { data } = await send(lookAtPayout, { params: { id } });
      toast.success(
        `The provider is asked about ${reference} ${untilWord(data.next_look_at, Date.now())}`,
      );
      await list.reload();
    } catch (failure) {
      toast.error(messageOf(failure));
    } finally {
      setAsking(undefined);
    }
  }

  return (
    <Section
      title="Payouts without an outcome"
      action={
        <Segmented
          legend="Which payouts"
          options={shows}
          value={show}
          onValueChange={(next) => {
            setShow(next);
            setPage(1);
          }}
        />
      }
    >
      <Card aria-label="Payouts without an outcome">
        <PagedTable
          caption="Payouts without an outcome, oldest first"
          columns={payoutColumns({
            now,
            asking,
            onLook: (payout) => void lookNow(payout),
            onOutcome: (payout) => {
              setShown(payout);
              setIsOpen(true);
            },
          })}
          rowKey={({ id }) => id}
          list={list}
          turnTo={setPage}
          skeletonRows={3}
          empty={
            <EmptyState
              icon={<CircleCheck />}
              title={show === "slow" ? "No payout takes too long" : "No payout is under way"}
              description={
                show === "slow"
                  ? "A payout that has had no outcome for five minutes will stand here, with what the provider said last."
                  : "Payouts stand here from the moment they are asked for until they are paid or have failed."
              }
            />
          }
          failed="Failed to load payouts"
          pagerLabel="Pages of open payouts"
          summaryOf={({ total_records: total }) => `${total.toLocaleString("en-IN")} payouts`}
          numbered={false}
        />
        <p className="border-t border-line px-5 py-3 text-xs text-muted">
          A payout can’t be discarded: only the provider knows whether the money has moved, so it is
          asked about until it says. Then it is paid, or the whole total goes back to the wallet.
          What it never tells, two super admins can decide under Outcome.
        </p>
      </Card>
      <Suspense>
        {shown && (
          <OutcomeDialog
            key={shown.id}
            id={shown.id}
            reference={shown.reference_id}
            open={isOpen}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </Section>
  );
}
