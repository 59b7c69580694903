import { changeAdminEmailAddress, changeEmailAddress } from "@rokad/contract/notification-choices";
import { useState, type SubmitEvent } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { hasRole, useMay, useUser } from "../api/session.ts";
import { setSigner, type AskedSignature } from "../api/step-up.ts";
import { ConfirmDialog } from "../common/actions/confirm-dialog.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { useOverlay } from "../ui/overlay.ts";
import { TextInput } from "../ui/text-input.tsx";
import type { ChangeEmail, ChoicesProps } from "./choices-props.ts";
import { VerifyForm } from "./verify-form.tsx";

const askSignature = async (asked: AskedSignature) =>
  (await import("../common/signing/ask-signature.tsx")).askSignature(asked);

/** The address of the person's e-mails: none, waiting for its code, or verified. */
export function AddressCard({ choices, onChanged }: ChoicesProps) {
  const { email, pending_email: pending, is_email_available: isAvailable } = choices;
  const isAdmin = hasRole(useUser(), "superadmin");
  const overlay = useOverlay(isAdmin);
  const [isEditing, setIsEditing] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);

  const change: ChangeEmail = async (next) => {
    // This page stands outside the super admins' console, which sets it otherwise.
    if (isAdmin) setSigner(askSignature);
    await (isAdmin
      ? send(changeAdminEmailAddress, { body: { email: next } })
      : send(changeEmailAddress, { body: { email: next } }));
    setIsEditing(false);
    onChanged();
  };
  const isPermitted = useMay<typeof changeEmailAddress | typeof changeAdminEmailAddress>(
    "notifications",
  );
  const canChange = isAvailable && isPermitted;
  const isAsking = canChange && !pending && (email === null || isEditing);

  return (
    <Card aria-label={t`E-mail address`}>
      <CardHeader
        title={t`E-mail address`}
        description={t`Only you enter it, and it gets nothing before you verify it.`}
        ruled
      />
      <CardBody className="grid gap-4">
        {choices.email_problem && (
          <Notice tone="warn" title={t`The last e-mail did not arrive`}>
            {t`${choices.email_problem}. Check the address.`}
          </Notice>
        )}
        {!isAvailable && (
          <Notice tone="plain" title={t`E-mails are not set up here`}>
            {isAdmin
              ? t`Set the mail server in System Settings to send e-mails.`
              : t`Notifications appear in the console.`}
          </Notice>
        )}
        {email !== null && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <span className="font-medium break-all">{email}</span>
              <Badge tone="good">{t`Verified`}</Badge>
            </p>
            {isPermitted && !isAsking && !pending && (
              <div className="flex gap-2">
                {canChange && (
                  <Button variant="secondary" size="sm" onClick={() => setIsEditing(true)}>
                    {t`Change`}
                  </Button>
                )}
                <Button variant="ghost" size="sm" onClick={() => setIsRemoving(true)}>
                  {t`Remove`}
                </Button>
              </div>
            )}
          </div>
        )}
        {email === null && !isAsking && !pending && isAvailable && (
          <p className="text-sm text-muted">{t`No e-mail address`}</p>
        )}
        {pending && (
          <VerifyForm
            // A new code starts again with an empty field.
            key={pending.expires_at}
            pending={pending}
            onChange={change}
            onVerified={onChanged}
          />
        )}
        {isAsking && (
          <AddressForm
            onSubmit={change}
            {...(email !== null && { onCancel: () => setIsEditing(false) })}
          />
        )}
      </CardBody>
      <ConfirmDialog
        open={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={t`Remove your e-mail address?`}
        label={t`Remove`}
        busyLabel={t`Removing...`}
        onConfirm={async () => {
          await change(null);
          return { message: t`E-mail address removed` };
        }}
      >
        <p>{t`No more e-mails are sent to you. The address gets one last e-mail about this.`}</p>
      </ConfirmDialog>
      {overlay}
    </Card>
  );
}

function AddressForm({ onSubmit, onCancel }: { onSubmit: ChangeEmail; onCancel?: () => void }) {
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await onSubmit(email.trim());
    } catch (error) {
      setProblem((error instanceof ApiError && error.fields["email"]) || messageOf(error));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid max-w-md gap-3">
      <Field
        label={onCancel ? t`New e-mail address` : t`E-mail address`}
        hint={t`We send a code to it`}
        error={problem}
      >
        <TextInput
          type="email"
          autoComplete="email"
          inputMode="email"
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            setProblem(undefined);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy} busyLabel={t`Sending...`}>
          {t`Send code`}
        </Button>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        )}
      </div>
    </form>
  );
}
