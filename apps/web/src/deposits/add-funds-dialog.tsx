import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { addFundsOpen, closeAddFunds } from "../common/balance/add-funds.ts";

const DepositDialog = lazy(async () => ({
  default: (await import("./deposit-dialog.tsx")).DepositDialog,
}));

/** The deposit dialog that any page can open. Its code loads on first use. */
export function AddFundsDialog() {
  const open = useSyncExternalStore(addFundsOpen.subscribe, addFundsOpen.get);
  const [isLoaded, setIsLoaded] = useState(false);
  if (open && !isLoaded) setIsLoaded(true);
  return <Suspense>{isLoaded && <DepositDialog open={open} onClose={closeAddFunds} />}</Suspense>;
}
