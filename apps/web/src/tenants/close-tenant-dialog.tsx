import { cancelClosing, getClosing, startClosing, type Closing } from "@rokad/contract/closings";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { t } from "../super-admin-language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useApi } from "../api/use-api.ts";
import { showFieldErrors } from "../api/use-contract-form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { Blockers, ClosingSteps } from "./closing-steps.tsx";
import type { TenantDialogFrame } from "./dialog-frame.ts";
import { PendingFigures } from "./pending-figures.tsx";
import { refreshTenants } from "./refresh-tenants.ts";
import { ReasonField, useReason } from "./reason-field.tsx";

const finalDescription = t`Permanent: nobody can sign in, and the phone number can't be reused. Its books are kept.`;

/** Stops the account, pays its balance out and shows how far that is, until the account is closed. */
export function CloseTenantDialog(props: TenantDialogFrame) {
  const { tenant, open, onClose, onClosed, finalFocus } = props;
  const params = { id: tenant._id };
  const { data, error, isValidating, mutate } = useApi(getClosing, { params }, { pollSeconds: 5 });
  const closing = data?.data;
  // A closed account is not found any more.
  const isClosed = error instanceof ApiError && error.status === 404;

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      finalFocus={finalFocus}
      outsideCloses={false}
      title={
        <span className="break-words">
          {closing?.started && !isClosed ? t`Closing ${tenant.name}` : t`Close ${tenant.name}?`}
        </span>
      }
      description={isClosed ? undefined : finalDescription}
    >
      {isClosed ? (
        <Closed onClose={onClose} />
      ) : !closing ? (
        <DialogBody>
          {error ? (
            <ErrorPanel
              message={t`Failed to load the account`}
              detail={messageOf(error, "")}
              onRetry={() => void mutate()}
              busy={isValidating}
            />
          ) : (
            <div aria-busy className="grid gap-3 py-2">
              <Skeleton className="h-24 w-full" />
              <Skeleton className="h-10 w-full" />
            </div>
          )}
        </DialogBody>
      ) : closing.started ? (
        <InProgress {...props} closing={closing} />
      ) : (
        <Start {...props} closing={closing} />
      )}
    </Dialog>
  );
}

function Closed({ onClose }: { onClose: () => void }) {
  return (
    <>
      <DialogBody>
        <EmptyState
          icon={<CircleCheck />}
          title={t`Account closed`}
          description={t`The wallet is empty, and everyone is signed out. The books are kept.`}
          className="py-6"
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{t`Done`}</Button>
      </DialogFooter>
    </>
  );
}

interface StepProps extends TenantDialogFrame {
  closing: Closing;
}

function Start({ tenant, closing, onClose }: StepProps) {
  const form = useReason();
  const { isDirty, isSubmitting } = form.formState;
  const isEmpty = closing.balance.amount === 0 && closing.blockers.length === 0;

  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      const { message, data } = await send(startClosing, {
        params: { id: tenant._id },
        body: { reason },
      });
      toast.success(message ?? t`The account is being closed`);
      if (data.state === "closed") onClose();
      void refreshTenants();
    } catch (error) {
      if (!showFieldErrors(form, error))
        toast.error(messageOf(error, t`Failed to close the account`));
    }
  });

  return (
    <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
      <DialogBody className="grid gap-4">
        <PendingFigures tenant={tenant} />
        <Blockers of={closing.blockers} />
        <p className="text-sm text-muted">
          {isEmpty
            ? t`The account is empty and is closed at once.`
            : t`New payouts and deposits stop at once. Then you pay the balance out to an approved account of the tenant, without a fee.`}
        </p>
        <ReasonField form={form} hint={t`Shown to the tenant and logged`} />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
          {t`Cancel`}
        </Button>
        <Button
          type="submit"
          variant="danger"
          disabled={!isDirty}
          busy={isSubmitting}
          busyLabel={t`Closing...`}
        >
          {t`Close account`}
        </Button>
      </DialogFooter>
    </form>
  );
}

function InProgress({ tenant, closing, onClose }: StepProps) {
  const [busy, setBusy] = useState(false);
  const isPaying = closing.withdrawals.some(
    ({ status }) => status === "pending" || status === "processing",
  );

  async function cancel() {
    setBusy(true);
    try {
      const { message } = await send(cancelClosing, { params: { id: tenant._id } });
      toast.success(message);
      onClose();
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      void refreshTenants();
      setBusy(false);
    }
  }

  return (
    <>
      <DialogBody className="grid gap-4">
        <ClosingSteps tenantId={tenant._id} closing={closing} isPaying={isPaying} />
      </DialogBody>
      <DialogFooter>
        <Button variant="secondary" busy={busy} disabled={isPaying} onClick={() => void cancel()}>
          {t`Cancel closing`}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {t`Done`}
        </Button>
      </DialogFooter>
    </>
  );
}
