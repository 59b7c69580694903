import { Button } from "../ui/button.tsx";
import { DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";

/** The server said no: why, and that nothing was taken. */
export function RefusedStep({ message, onClose }: { message: string; onClose: () => void }) {
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
        <Button onClick={onClose}>Back to the form</Button>
      </DialogFooter>
    </>
  );
}
