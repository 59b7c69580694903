import { t } from "../language.ts";
import { Button } from "../ui/button.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";

export function DepositNotEnabled({ onClose }: { onClose: () => void }) {
  return (
    <>
      <DialogBody>
        <Notice tone="plain" title={t`Wallet top-up is not enabled for your account.`}>
          {t`Ask your administrator to enable it. Your balance and payouts are not affected.`}
        </Notice>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          {t`Close`}
        </Button>
      </DialogFooter>
    </>
  );
}
