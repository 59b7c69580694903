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
  return (
    <>
      <ReasonDialog
        open={asking === "reject"}
        onClose={onClose}
        title={`Send this ${thing} back?`}
        consequence={`Nothing is paid. ${maker.name} reads your reason and can change the ${thing}. Approvals so far no longer count.`}
        label="Send back"
        onSubmit={onReject}
        refresh={refresh}
      />
      <ConfirmDialog
        open={asking === "withdraw"}
        onClose={onClose}
        title={`Withdraw this ${thing}?`}
        label="Withdraw"
        busyLabel="Withdrawing..."
        keepLabel="Keep it submitted"
        onConfirm={onWithdraw}
        refresh={refresh}
      >
        It becomes a draft again. Approvals so far no longer count. Nothing was paid.
      </ConfirmDialog>
    </>
  );
}
