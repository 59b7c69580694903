import { checkBatchAccounts } from "@rokad/contract/batch-account-checks";
import type { PayoutBatchDetail } from "@rokad/contract/payout-batch";
import { Landmark } from "lucide-react";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { currentViewing } from "../api/viewing.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { toast } from "../ui/toast.ts";
import { accountsText } from "./batch-labels.ts";
import { refreshBatches } from "./refresh-batches.ts";

/** How far the checks of new accounts are, and the button that starts them. */
export function AccountChecks({ batch }: { batch: PayoutBatchDetail }) {
  const { account_checks: checks, state } = batch;
  if (!checks || checks.left === 0) return null;
  const accounts = accountsText(checks.left);
  if (state !== "draft") {
    return (
      <Notice tone="warn" title={t`${accounts} not checked`}>
        {t`No bank was asked who owns them.`}
      </Notice>
    );
  }
  if (checks.state === "running") {
    return (
      <div role="status">
        <Notice icon={<Spinner />} title={t`Checking ${accounts}`}>
          {t`Waiting for the banks. This page updates automatically.`}
        </Notice>
      </div>
    );
  }
  const isDue = checks.state === "due";
  return (
    <Notice
      tone="warn"
      title={isDue ? t`Check ${accounts} before you pay` : t`${accounts} not checked`}
      action={
        batch.can.includes("correct") &&
        !currentViewing() && <CheckButton id={batch.id} accounts={accounts} />
      }
    >
      {checks.reason && `${checks.reason.replace(/\.$/, "")}. `}
      {checks.state === "stopped"
        ? t`You can continue in the next hour, or pay without.`
        : t`You see the names at the banks before money leaves.`}
    </Notice>
  );
}

function CheckButton({ id, accounts }: { id: string; accounts: string }) {
  const [busy, setBusy] = useState(false);

  async function start() {
    setBusy(true);
    try {
      toast.success((await send(checkBatchAccounts, { params: { id } })).message);
    } catch (error) {
      toast.error(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      await refreshBatches();
      setBusy(false);
    }
  }

  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<Landmark />}
      busy={busy}
      busyLabel={t`Starting...`}
      onClick={() => void start()}
    >
      {t`Check ${accounts}`}
    </Button>
  );
}
