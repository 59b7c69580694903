import { getAdviceSettings, setAdviceSettings } from "@rokad/contract/payment-advices";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi, useApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { Card, CardHeader } from "../ui/card.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { toast } from "../ui/toast.ts";

/** Whether those who are paid can get a payment advice. */
export function AdviceCard({ canEdit }: { canEdit: boolean }) {
  const { data, error, isValidating, mutate } = useApi(getAdviceSettings, {});
  const [busy, setBusy] = useState(false);
  const settings = data?.data;

  async function turn(isOn: boolean) {
    setBusy(true);
    try {
      toast.success((await send(setAdviceSettings, { body: { is_on: isOn } })).message);
      await refreshApi(getAdviceSettings);
    } catch (failure) {
      toast.error(messageOf(failure, t`We could not reach the server. Try again.`));
    } finally {
      setBusy(false);
    }
  }

  if (error && !settings) {
    return (
      <Card>
        <ErrorPanel
          message={t`Failed to load the payment advices`}
          detail={messageOf(error, "")}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      </Card>
    );
  }
  if (!settings) return null;
  const { is_on: isOn, can_email: canEmail } = settings;
  return (
    <Card>
      <CardHeader
        ruled
        title={t`Payment advices`}
        description={t`What you send to those you paid, without your fees`}
      />
      <div className="flex items-center justify-between gap-4 px-5 py-3 text-sm">
        <div className="min-w-0">
          <p className="font-medium">{isOn ? t`On` : t`Off`}</p>
          <p className="text-dense text-muted">
            {isOn
              ? canEmail
                ? t`By e-mail or as a link, for 90 days`
                : t`As a link, for 90 days. No mail server is set.`
              : t`No link works, also none sent before`}
          </p>
        </div>
        {canEdit && (
          <Button
            variant="secondary"
            size="sm"
            busy={busy}
            busyLabel={t`Saving...`}
            aria-label={isOn ? t`Turn payment advices off` : t`Turn payment advices on`}
            onClick={() => void turn(!isOn)}
          >
            {isOn ? t`Turn off` : t`Turn on`}
          </Button>
        )}
      </div>
    </Card>
  );
}
