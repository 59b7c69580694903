import type { RefCallback } from "react";
import { Button } from "../ui/button.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";

interface RefusedStepProps {
  /** What has the focus first. */
  first: RefCallback<HTMLElement>;
  message: string;
  onClose: () => void;
}

/** The server said no: why, and that nothing was taken. */
export function RefusedStep({ first, message, onClose }: RefusedStepProps) {
  return (
    <>
      <DialogBody>
        <div role="alert">
          <Notice tone="bad" title={message}>
            Nothing was taken from your wallet. What you filled in is still there.
          </Notice>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button ref={first} onClick={onClose}>
          Back to the form
        </Button>
      </DialogFooter>
    </>
  );
}
