import type { cancelPayout } from "@rokad/contract/payout-cancellation";
import type { PayoutDetail } from "@rokad/contract/payouts";
import { Ban } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { useMay } from "../api/session.ts";
import { currentViewing } from "../api/viewing.ts";
import { Button } from "../ui/button.tsx";

const CancelPayoutDialog = lazy(async () => ({
  default: (await import("./cancel-payout-dialog.tsx")).CancelPayoutDialog,
}));

/** Cancels a payout while no provider has it, or while it waits for funds. */
export function CancelPayout({ payout }: { payout: PayoutDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  const mayCancel = useMay<typeof cancelPayout>("pay");
  // Stays after closing, so that the dialog shows its content while it closes.
  const [isLoaded, setIsLoaded] = useState(false);
  const open = () => {
    setIsLoaded(true);
    setIsOpen(true);
  };
  return (
    <>
      {(payout.can_cancel_wait || (payout.can_cancel && mayCancel)) && !currentViewing() && (
        <Button variant="secondary" icon={<Ban />} onClick={open}>
          {t`Cancel payout`}
        </Button>
      )}
      {isLoaded && (
        <Suspense>
          <CancelPayoutDialog payout={payout} open={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
