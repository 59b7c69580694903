import type { RequestHolds } from "@rokad/contract/request-hold-state";
import { getRequestHolds } from "@rokad/contract/request-holds";
import { formatMoney } from "@rokad/money/format";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { useApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";

const RequestHoldsDialog = lazy(async () => ({
  default: (await import("./request-holds-dialog.tsx")).RequestHoldsDialog,
}));

/** Whether payment requests hold money from their submission. */
export function RequestHoldsCard({ canEdit }: { canEdit: boolean }) {
  const { data, error, isValidating, mutate } = useApi(getRequestHolds, {});
  const [isLoaded, setIsLoaded] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const holds = data?.data;
  if (error && !holds) {
    return (
      <Card>
        <ErrorPanel
          message={t`Failed to load the hold of payment requests`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      </Card>
    );
  }
  if (!holds) return null;
  return (
    <Card>
      <CardHeader
        ruled
        title={t`Hold of payment requests`}
        description={t`When your wallet sets the money aside`}
      />
      <div className="flex items-center justify-between gap-4 px-5 py-3 text-sm">
        <div className="min-w-0">
          <p className="font-medium">{titleOf(holds)}</p>
          <p className="text-dense text-muted">{describe(holds)}</p>
        </div>
        {canEdit && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={t`Change the hold of payment requests`}
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
          <RequestHoldsDialog
            holds={holds}
            open={isOpen}
            onClose={() => setIsOpen(false)}
            onClosed={() => setIsLoaded(false)}
          />
        )}
      </Suspense>
    </Card>
  );
}

const titleOf = ({ at_submission: isOn }: RequestHolds) =>
  isOn ? t`When submitted` : t`At the last approval`;

function describe({ count, total }: RequestHolds): string {
  if (count === 0) return t`Nothing is on hold for requests`;
  return count === 1
    ? t`1 request holds ${formatMoney(total)} now`
    : t`${count} requests hold ${formatMoney(total)} now`;
}
