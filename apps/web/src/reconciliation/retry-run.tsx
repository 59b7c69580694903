import type { ReconciliationRun } from "@rokad/contract/reconciliation";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { Button } from "../ui/button.tsx";
import { startDay } from "./start-day.ts";
import { runName } from "./labels.ts";

/** Retries a failed run: the same day and provider, from the beginning. */
export function RetryRun({ of: run }: { of: ReconciliationRun }) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<RotateCw />}
      busy={busy}
      aria-label={t`Retry ${runName(run)}`}
      onClick={() => {
        setBusy(true);
        void startDay(run.adapter, run.day).finally(() => setBusy(false));
      }}
    >
      {t`Retry`}
    </Button>
  );
}
