import { getPlatformConfig } from "@rokad/contract/platform";
import { ArrowDownToLine } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";

const SimulateTransfer = lazy(async () => ({
  default: (await import("./simulate-transfer.tsx")).SimulateTransfer,
}));

interface SimulateButtonProps {
  /** Of the virtual account: nothing but the sandbox takes play money. */
  provider: string;
  number: string;
  /** Whose account it is, where a super admin looks at it. */
  tenant?: { readonly name: string; readonly phone: string };
}

/** For who tries the console without a bank: a transfer to this account. Never with a real provider. */
export function SimulateButton({ provider, number, tenant }: SimulateButtonProps) {
  const isSandbox = provider === "sandbox";
  const { data } = useApi(getPlatformConfig, isSandbox ? {} : null, { onFocus: false });
  const [wanted, setWanted] = useState(false);
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
          setWanted(true);
          setOpen(true);
        }}
      >
        Simulate a transfer
      </Button>
      <Suspense>
        {wanted && (
          <SimulateTransfer
            number={number}
            tenant={tenant}
            open={open}
            onClose={() => setOpen(false)}
            onClosed={() => setWanted(false)}
          />
        )}
      </Suspense>
    </>
  );
}
