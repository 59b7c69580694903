import { limits } from "@rokad/contract/limits";
import { guestForm } from "@rokad/contract/team";
import { useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { cleanField } from "../api/clean-field.ts";
import { parseMobile } from "../api/parse-mobile.ts";
import { showFieldErrors, useContractForm } from "../api/use-contract-form.ts";
import type { TeamRole } from "../common/people/role-names.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { CheckboxCards } from "../ui/checkbox-cards.tsx";
import { Copyable } from "../ui/copyable.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import type { TeamDialogFrame } from "./dialog-frame.ts";

/** Invites a mobile number, and then shows the link to pass on. */
export function InviteDialog({ kind, open, onClose, onDone }: TeamDialogFrame) {
  const [roles, setRoles] = useState<readonly TeamRole[]>([]);
  const [invitedName, setInvitedName] = useState<string>();
  const [isUnanswered, setIsUnanswered] = useState(false);
  const form = useContractForm(guestForm, { defaultValues: { name: "", mobile: "" } });
  const { errors, isDirty, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (guest) => {
    setIsUnanswered(false);
    try {
      await kind.invite({ ...guest, roles });
      onDone();
      setInvitedName(guest.name);
    } catch (error) {
      setIsUnanswered(!(error instanceof ApiError));
      if (!showFieldErrors(form, error)) toast.error(messageOf(error, t`Failed to invite`));
    }
  });

  if (invitedName !== undefined)
    return <Invited name={invitedName} open={open} onClose={onClose} />;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      closable={!isSubmitting}
      size="lg"
      title={t`Invite to the team`}
      description={t`They sign in with this number within ${limits.invitationDays} days and join or decline.`}
    >
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody className="grid gap-4">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field label={t`Name`} required error={errors.name?.message}>
              <TextInput autoComplete="off" {...form.register("name")} />
            </Field>
            <Field label={t`Mobile number`} required error={errors.mobile?.message}>
              <TextInput
                leading="+91"
                inputMode="numeric"
                autoComplete="off"
                {...cleanField(form.register("mobile"), parseMobile)}
              />
            </Field>
          </div>
          <CheckboxCards
            legend={t`Roles`}
            options={kind.roles}
            value={roles}
            onValueChange={setRoles}
            note={roles.length === 0 && t`Choose at least one role`}
          />
          {isUnanswered && (
            <Notice tone="warn" title={t`No response yet.`}>
              {t`Check your connection and try again. The number will not be invited twice.`}
            </Notice>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" onClick={onClose} disabled={isSubmitting}>
            {t`Cancel`}
          </Button>
          <Button
            type="submit"
            disabled={!isDirty || roles.length === 0}
            busy={isSubmitting}
            busyLabel={t`Inviting...`}
          >
            {t`Invite`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function Invited({ name, open, onClose }: { name: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={<span className="break-words">{t`${name} is invited`}</span>}
      description={t`Pass on this link. They sign in with the invited number, and join or decline.`}
    >
      <DialogBody>
        <Copyable value={`${location.origin}${paths.signIn}`} label={t`sign-in link`} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{t`Done`}</Button>
      </DialogFooter>
    </Dialog>
  );
}
