import type { RefCallback } from "react";
import { t } from "../language.ts";
import { Button } from "../ui/button.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";

interface RejectedStepProps {
  /** Receives focus when the step opens. */
  first: RefCallback<HTMLElement>;
  message: string;
  onClose: () => void;
}

/** Why the server rejected the payout. */
export function RejectedStep({ first, message, onClose }: RejectedStepProps) {
  return (
    <>
      <DialogBody>
        <div role="alert">
          <Notice tone="bad" title={message}>
            {t`Nothing was taken from your wallet. Your entries are still in the form.`}
          </Notice>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button ref={first} onClick={onClose}>
          {t`Back to the form`}
        </Button>
      </DialogFooter>
    </>
  );
}
