import type { Beneficiary, PayoutDestination } from "@rokad/contract/beneficiaries";
import { getPayee } from "@rokad/contract/payout-destinations";
import { useNavigate } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { mayStartPayout } from "../api/may-start-payout.ts";
import { personKey, useUser } from "../api/session.ts";
import { fieldsOfPayee, startPayout } from "../common/payouts/start-payout.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";

interface PayButtonProps {
  beneficiary: Pick<Beneficiary, "id" | "name">;
  /** Null if none is left. */
  destination: PayoutDestination | null;
  /** In a row of several destinations. */
  small?: boolean;
}

/** Opens the payout's form with the data of a beneficiary, to pay it or to prepare a request. */
export function PayButton({
  beneficiary: { id, name },
  destination,
  small = false,
}: PayButtonProps) {
  const user = useUser();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  if (!user || !destination || !mayStartPayout(user)) return null;

  async function open(destinationId: string, payerId: string) {
    setBusy(true);
    try {
      const { data } = await send(getPayee, { params: { id, destination_id: destinationId } });
      startPayout(payerId, fieldsOfPayee(data));
      await navigate({ to: paths.payouts });
    } catch (error) {
      toast.error(messageOf(error, t`We could not reach the server. Try again.`));
      setBusy(false);
    }
  }

  return (
    <Button
      variant={small ? "secondary" : "primary"}
      {...(small ? { size: "sm" as const } : { icon: <Send /> })}
      busy={busy}
      busyLabel={t`Opening…`}
      aria-label={small ? t`Pay ${name} to ${destination.account}` : undefined}
      onClick={() => void open(destination.id, personKey())}
    >
      {t`Pay`}
    </Button>
  );
}
