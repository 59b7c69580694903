import { Landmark } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { t } from "../language.ts";
import { may, useUser } from "../api/session.ts";
import { currentViewing } from "../api/viewing.ts";
import { useBalance } from "../common/balance/use-balance.ts";
import { Button } from "../ui/button.tsx";

const WithdrawDialog = lazy(async () => ({
  default: (await import("./withdraw-dialog.tsx")).WithdrawDialog,
}));

/**
 * Opens the withdrawal to an own bank account; absent while the account is being closed. It has its
 * place before the balance is known, so that nothing moves.
 */
export function WithdrawButton() {
  const user = useUser();
  const balance = useBalance().data?.data;
  const [open, setOpen] = useState(false);
  const [isShown, setIsShown] = useState(false);
  if (!user || !may(user, "pay") || balance?.closing_since || currentViewing()) return null;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<Landmark />}
        aria-haspopup="dialog"
        disabled={!balance}
        onClick={() => {
          setIsShown(true);
          setOpen(true);
        }}
      >
        {t`Withdraw to my bank account`}
      </Button>
      <Suspense fallback={null}>
        {isShown && balance && (
          <WithdrawDialog
            user={user}
            balance={balance.main_balance}
            open={open}
            onClose={() => setOpen(false)}
            onClosed={() => setIsShown(false)}
          />
        )}
      </Suspense>
    </>
  );
}
