import { useBlocker } from "@tanstack/react-router";
import { t } from "../../language.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../../ui/dialog.tsx";

/** Asks for confirmation before unsaved changes are lost: on navigation, reload or a closed tab. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker({
    // The page itself keeps them. On the sign-in page the session has ended: nothing can be saved.
    shouldBlockFn: ({ current, next }) =>
      unsaved && ![current.pathname, paths.signIn].includes(next.pathname),
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  return (
    <Dialog
      open={blocker.status === "blocked"}
      onOpenChange={(next) => !next && blocker.reset?.()}
      size="sm"
      title={t`Leave without saving?`}
    >
      <DialogBody>
        <p className="text-sm text-muted">{t`Your unsaved changes will be lost.`}</p>
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={() => blocker.reset?.()}>
          {t`Stay here`}
        </Button>
        <Button variant="danger" onClick={() => blocker.proceed?.()}>
          {t`Leave without saving`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
