import type { PayoutDetail } from "@rokad/contract/payouts";
import { useNavigate } from "@tanstack/react-router";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { mayStartPayout } from "../api/may-start-payout.ts";
import { personKey, useUser } from "../api/session.ts";
import { startPayout, type PayoutDraft } from "../common/payouts/start-payout.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { savedFields } from "./saved-fields.ts";

/** Opens the payout's form with the data of this one; of a failed one, with the reason. */
export function PayAgain({ payout }: { payout: PayoutDetail }) {
  const user = useUser();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  if (!user || !mayStartPayout(user) || payout.kind === "withdrawal") return null;
  const hasFailed = payout.status === "failed";

  async function open() {
    if (!user) return;
    setBusy(true);
    try {
      startPayout(personKey(), await draftOf(payout));
      await navigate({ to: paths.payouts });
    } catch (error) {
      toast.error(messageOf(error, t`We could not reach the server. Try again.`));
      setBusy(false);
    }
  }

  return (
    <Button
      variant={hasFailed ? "primary" : "secondary"}
      icon={<RotateCw />}
      busy={busy}
      busyLabel={t`Opening…`}
      onClick={() => void open()}
    >
      {hasFailed ? t`Fix and retry` : t`Pay again`}
    </Button>
  );
}

async function draftOf(payout: PayoutDetail): Promise<PayoutDraft> {
  const { status, failure_reason: reason, purpose, remarks, amount } = payout;
  const note = status === "failed" ? (reason ?? t`The bank gave no reason`) : undefined;
  const typed = {
    method: payout.method,
    beneficiary_name: payout.beneficiary_name,
    beneficiary_email: payout.beneficiary_email,
    beneficiary_phone: payout.beneficiary_phone,
    beneficiary_address: payout.beneficiary_address,
    upi_id: payout.upi_id ?? "",
    account_number: payout.account_number ?? "",
    ifsc_code: payout.ifsc_code ?? "",
  };
  const draft = {
    ...typed,
    ...(payout.beneficiary && (await savedFields(payout.beneficiary))),
    ...(purpose && { purpose }),
    ...(remarks && { remarks }),
    // Rupees with two decimals are exact enough for a form, which the server reads to the paisa.
    amount: amount.amount / 100,
    ...(note && { note }),
  };
  return draft as PayoutDraft;
}
