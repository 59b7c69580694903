import { getFundsQueue } from "@rokad/contract/funds-queue";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { formatHours } from "../ui/durations.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";

const FundsQueueDialog = lazy(async () => ({
  default: (await import("./funds-queue-dialog.tsx")).FundsQueueDialog,
}));

/** Whether payouts that the wallet does not cover wait for funds, and how long. */
export function FundsQueueCard({ canEdit }: { canEdit: boolean }) {
  const { data, error, isValidating, mutate } = useApi(getFundsQueue, {});
  const [isLoaded, setIsLoaded] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const queue = data?.data;
  if (error && !queue) {
    return (
      <Card>
        <ErrorPanel
          message={t`Failed to load the waiting for funds`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      </Card>
    );
  }
  if (!queue) return null;
  return (
    <Card>
      <CardHeader
        ruled
        title={t`Waiting for funds`}
        description={t`What becomes of a payout that your wallet does not cover`}
      />
      <div className="flex items-center justify-between gap-4 px-5 py-3 text-sm">
        <div className="min-w-0">
          <p className="font-medium">{queue.is_on ? t`It waits for funds` : t`It is refused`}</p>
          <p className="text-dense text-muted">
            {queue.is_on
              ? t`First in, first out · ends unsent after ${formatHours(queue.wait_hours)}`
              : t`Nothing waits`}
          </p>
        </div>
        {canEdit && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={t`Change the waiting for funds`}
            onClick={() => {
              setIsLoaded(true);
              setIsOpen(true);
            }}
          >
            {t`Change`}
          </Button>
        )}
      </div>
      <Suspense>
        {isLoaded && (
          <FundsQueueDialog
            queue={queue}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onClosed={() => setIsLoaded(false)}
          />
        )}
      </Suspense>
    </Card>
  );
}
