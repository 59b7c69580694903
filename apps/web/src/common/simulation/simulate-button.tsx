import { getPlatformConfig } from "@rokad/contract/platform";
import { ArrowDownToLine } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../../language.ts";
import { useApi } from "../../api/use-api.ts";
import { Button } from "../../ui/button.tsx";

const SimulateTransfer = lazy(async () => ({
  default: (await import("./simulate-transfer.tsx")).SimulateTransfer,
}));

interface SimulateButtonProps {
  /** The virtual account's provider: only the sandbox accepts simulated transfers. */
  provider: string;
  number: string;
  /** The account's tenant, for a super admin. */
  tenant?: { readonly name: string; readonly phone: string };
}

/** Simulates a transfer to this account, to try the console without a bank. Sandbox only. */
export function SimulateButton({ provider, number, tenant }: SimulateButtonProps) {
  const isSandbox = provider === "sandbox";
  const { data } = useApi(getPlatformConfig, isSandbox ? {} : null, {
    onFocus: false,
    onReconnect: false,
  });
  const [isMounted, setIsMounted] = useState(false);
  const [open, setOpen] = useState(false);
  if (!isSandbox || !data?.data.sandbox.provider) return null;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<ArrowDownToLine />}
        className="justify-self-start"
        onClick={() => {
          setIsMounted(true);
          setOpen(true);
        }}
      >
        {t`Simulate a transfer`}
      </Button>
      <Suspense>
        {isMounted && (
          <SimulateTransfer
            number={number}
            tenant={tenant}
            open={open}
            onClose={() => setOpen(false)}
            onClosed={() => setIsMounted(false)}
          />
        )}
      </Suspense>
    </>
  );
}
