import { Button } from "../ui/button.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";

export function DepositNotEnabled({ onClose }: { onClose: () => void }) {
  return (
    <>
      <DialogBody>
        <Notice tone="plain" title="Wallet top-up is not enabled for your account.">
          Ask your administrator to enable it. Your balance and payouts are not affected.
        </Notice>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </>
  );
}
