import {
  getReconciliation,
  handleDifference,
  listDifferences,
  listReconciliationRuns,
  type Difference,
} from "@rokad/contract/reconciliation";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useUser } from "../api/session.ts";
import { refreshApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";

interface DifferenceActionProps {
  of: Difference;
  /** Opens the dialog of the action. */
  onOpen: (difference: Difference) => void;
}

/** The action that resolves a difference. */
export function DifferenceAction({ of: difference, onOpen }: DifferenceActionProps) {
  const { action, subject, first } = difference;
  const user = useUser();
  const needsTwo = action === "decide" || action === "record_return";
  if (needsTwo && first && first.by_id === user?.id) {
    return (
      <span className="text-xs text-wrap text-muted">{t`Waiting for a second super admin`}</span>
    );
  }
  if (action === "mark_known" || action === "decide" || action === "record_return") {
    const label = dialogLabel(action, first !== null);
    return (
      <Button
        variant="secondary"
        size="sm"
        aria-haspopup="dialog"
        aria-label={`${label}: ${subject}`}
        onClick={() => onOpen(difference)}
      >
        {label}
      </Button>
    );
  }
  return <ActionButton difference={difference} action={action} />;
}

function dialogLabel(action: "mark_known" | "decide" | "record_return", hasFirst: boolean): string {
  if (action === "record_return") return hasFirst ? t`Record return (2 of 2)` : t`Record return`;
  return action === "decide" ? t`Mark as known (${hasFirst ? 2 : 1} of 2)` : t`Mark as known`;
}

const labels = {
  ask: t`Check now`,
  take_charge: t`Accept charge`,
  take_utr: t`Accept UTR`,
} as const;

function ActionButton({
  difference,
  action,
}: {
  difference: Difference;
  action: keyof typeof labels;
}) {
  const [busy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    try {
      const { message } = await send(handleDifference, {
        params: { id: difference.id },
        body: { action },
      });
      toast.success(message ?? t`Done`);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      await refreshDifferences();
      setBusy(false);
    }
  }

  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
      aria-label={`${labels[action]}: ${difference.subject}`}
      onClick={() => void run()}
    >
      {labels[action]}
    </Button>
  );
}

export function refreshDifferences(): Promise<void> {
  return refreshApi(listDifferences, getReconciliation, listReconciliationRuns);
}
