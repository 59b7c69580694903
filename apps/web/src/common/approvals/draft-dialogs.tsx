import { t } from "../../language.ts";
import { ConfirmDialog, type ActAnswer } from "../actions/confirm-dialog.tsx";
import { ReasonDialog } from "../actions/reason-dialog.tsx";

interface DraftDialogsProps {
  thing: "batch" | "schedule";
  maker: { name: string };
  /** Undefined while closed. */
  asking: "reject" | "withdraw" | undefined;
  onClose: () => void;
  onReject: (reason: string) => Promise<ActAnswer>;
  onWithdraw: () => Promise<ActAnswer>;
  refresh: () => Promise<void>;
}

/** Asks before what waits for approval becomes a draft again. */
export function DraftDialogs(props: DraftDialogsProps) {
  const { thing, maker, asking, onClose, onReject, onWithdraw, refresh } = props;
  const isBatch = thing === "batch";
  return (
    <>
      <ReasonDialog
        open={asking === "reject"}
        onClose={onClose}
        title={isBatch ? t`Send this batch back?` : t`Send this schedule back?`}
        consequence={t`Nothing is paid. ${maker.name} reads your reason and can make changes. Approvals so far no longer count.`}
        label={t`Send back`}
        onSubmit={onReject}
        refresh={refresh}
      />
      <ConfirmDialog
        open={asking === "withdraw"}
        onClose={onClose}
        title={isBatch ? t`Withdraw this batch?` : t`Withdraw this schedule?`}
        label={t`Withdraw`}
        busyLabel={t`Withdrawing...`}
        keepLabel={t`Keep it submitted`}
        onConfirm={onWithdraw}
        refresh={refresh}
      >
        {t`It becomes a draft again. Approvals so far no longer count. Nothing was paid.`}
      </ConfirmDialog>
    </>
  );
}
