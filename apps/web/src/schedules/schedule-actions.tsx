import type { PayoutScheduleDetail } from "@rokad/contract/payout-schedule";
import { pauseSchedule, resumeSchedule } from "@rokad/contract/payout-schedules";
import type { ScheduleAct } from "@rokad/contract/schedule-states";
import { Check, Pause, Pencil, Play, Send, SkipForward, Undo2, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { currentViewing } from "../api/viewing.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { refreshSchedules } from "./refresh-schedules.ts";

const StartDialog = lazy(async () => ({
  default: (await import("./start-dialog.tsx")).StartDialog,
}));
const EndDialogs = lazy(async () => ({ default: (await import("./end-dialogs.tsx")).EndDialogs }));
const ScheduleDialog = lazy(async () => ({
  default: (await import("./schedule-dialog.tsx")).ScheduleDialog,
}));

type Asking = "start" | "approve" | "change" | "end" | "reject" | "withdraw" | "skip";

/** What the person can do with the schedule now, as the server says. */
export function ScheduleActions({ schedule }: { schedule: PayoutScheduleDetail }) {
  const { id, state } = schedule;
  // Kept while the dialog closes.
  const [asking, setAsking] = useState<Asking>();
  const [isAsking, setIsAsking] = useState(false);
  const [next, setNext] = useState(schedule.next);
  const [busy, setBusy] = useState(false);
  const can = (act: ScheduleAct) => schedule.can.includes(act) && !currentViewing();
  // Who may not pay submits, also where the policy asks nothing.
  const needsApproval = schedule.needs_approval || (can("submit") && !can("start"));
  const isProposal = state === "draft" || state === "awaiting_approval";
  const params = { id };

  function ask(what: Asking) {
    setAsking(what);
    setNext(schedule.next);
    setIsAsking(true);
  }

  async function run(work: () => Promise<{ message: string }>) {
    setBusy(true);
    try {
      toast.success((await work()).message);
    } catch (error) {
      toast.error(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      await refreshSchedules();
      setBusy(false);
    }
  }

  return (
    <>
      {can("end") && (
        <Button variant="danger" icon={<X />} onClick={() => ask("end")}>
          {isProposal ? t`Discard` : t`End`}
        </Button>
      )}
      {can("withdraw") && (
        <Button variant="secondary" icon={<Undo2 />} onClick={() => ask("withdraw")}>
          {t`Withdraw`}
        </Button>
      )}
      {can("reject") && (
        <Button variant="danger" icon={<X />} onClick={() => ask("reject")}>
          {t`Send back`}
        </Button>
      )}
      {can("skip") && (
        <Button variant="secondary" icon={<SkipForward />} onClick={() => ask("skip")}>
          {t`Skip next`}
        </Button>
      )}
      {can("pause") && (
        <Button
          variant="secondary"
          icon={<Pause />}
          busy={busy}
          busyLabel={t`Pausing...`}
          onClick={() => void run(() => send(pauseSchedule, { params }))}
        >
          {t`Pause`}
        </Button>
      )}
      {can("change") && (
        <Button variant="secondary" icon={<Pencil />} onClick={() => ask("change")}>
          {t`Change`}
        </Button>
      )}
      {can("resume") && (
        <Button
          icon={<Play />}
          busy={busy}
          busyLabel={t`Resuming...`}
          onClick={() => void run(() => send(resumeSchedule, { params }))}
        >
          {t`Resume`}
        </Button>
      )}
      {state === "draft" && (needsApproval ? can("submit") : can("start")) && (
        <Button icon={<Send />} onClick={() => ask("start")}>
          {needsApproval ? t`Submit for approval` : t`Sign and start`}
        </Button>
      )}
      {can("approve") && (
        <Button icon={<Check />} onClick={() => ask("approve")}>
          {t`Approve`}
        </Button>
      )}
      <Suspense>
        {asking === "change" && (
          <ScheduleDialog
            schedule={schedule}
            open={isAsking}
            onClose={() => setIsAsking(false)}
            onClosed={() => setAsking(undefined)}
          />
        )}
        {(asking === "start" || asking === "approve") && (
          <StartDialog
            schedule={schedule}
            act={asking === "approve" ? "approve" : needsApproval ? "submit" : "start"}
            open={isAsking}
            onClose={() => setIsAsking(false)}
            onClosed={() => setAsking(undefined)}
          />
        )}
        {(asking === "end" ||
          asking === "reject" ||
          asking === "withdraw" ||
          asking === "skip") && (
          <EndDialogs
            schedule={schedule}
            next={next}
            asking={isAsking ? asking : undefined}
            onClose={() => setIsAsking(false)}
          />
        )}
      </Suspense>
    </>
  );
}
