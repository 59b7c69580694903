import { closeChargeback, type OpenChargeback } from "@rokad/contract/chargebacks";
import { listAdjustments, type proposeAdjustment } from "@rokad/contract/adjustments";
import { providerLabel } from "@rokad/contract/reconciliation";
import { formatMoney } from "@rokad/money/format";
import { lazy, Suspense, useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../super-admin-language.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { Permitted } from "../common/people/permitted.tsx";
import { Button } from "../ui/button.tsx";
import { formatDayAndTime } from "../ui/dates.ts";
import { Notice } from "../ui/notice.tsx";

const ReasonDialog = lazy(async () => ({
  default: (await import("../common/actions/reason-dialog.tsx")).ReasonDialog,
}));

interface OpenChargebacksProps {
  of: readonly OpenChargeback[];
  onPropose: (chargeback: OpenChargeback) => void;
}

/** Credits that a provider took back and that a person has to decide. */
export function OpenChargebacks({ of: list, onPropose }: OpenChargebacksProps) {
  const [closing, setClosing] = useState<OpenChargeback>();
  const [open, setOpen] = useState(false);

  if (list.length === 0 && !closing) return null;
  return (
    <>
      <section aria-label={t`Chargebacks to decide`} className="grid gap-3">
        {list.map((chargeback) => (
          <Notice
            key={chargeback.id}
            tone="bad"
            title={
              chargeback.tenant
                ? t`${translateText(providerLabel(chargeback.provider))} took back ${formatMoney(chargeback.amount)} of ${chargeback.tenant.name}`
                : t`${translateText(providerLabel(chargeback.provider))} took back ${formatMoney(chargeback.amount)}`
            }
            action={
              <Permitted<typeof proposeAdjustment | typeof closeChargeback> needs="finance">
                <div className="flex flex-wrap gap-2">
                  {chargeback.deposit_id !== null && (
                    <Button variant="secondary" size="sm" onClick={() => onPropose(chargeback)}>
                      {t`Propose adjustment`}
                    </Button>
                  )}
                  <Button
                    variant="secondary"
                    size="sm"
                    onClick={() => {
                      setClosing(chargeback);
                      setOpen(true);
                    }}
                  >
                    {t`Mark as handled`}
                  </Button>
                </div>
              </Permitted>
            }
          >
            {t`${chargeback.why}. No money moved. Reference ${chargeback.reference}, ${formatDayAndTime(chargeback.created_at)}`}
          </Notice>
        ))}
      </section>
      <Suspense>
        {closing && (
          <ReasonDialog
            open={open}
            onClose={() => setOpen(false)}
            title={t`Mark this chargeback as handled?`}
            consequence={t`No money moves. Use this when it is settled elsewhere, for instance when the provider credited it again.`}
            label={t`Mark as handled`}
            onSubmit={(reason) =>
              send(closeChargeback, { params: { id: closing.id }, body: { reason } })
            }
            refresh={() => refreshApi(listAdjustments)}
          />
        )}
      </Suspense>
    </>
  );
}
