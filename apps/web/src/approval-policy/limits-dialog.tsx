import type { Answer } from "@rokad/contract/call";
import { listMemberLimits, memberLimitsForm, setMemberLimits } from "@rokad/contract/member-limits";
import { useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { refreshApi } from "../api/use-api.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";

export type MemberLimits = Answer<typeof listMemberLimits>["data"][number];

interface LimitsDialogProps {
  member: MemberLimits;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** Changes both limits of a person; the code follows. */
export function LimitsDialog({ member, open, onClose, onClosed }: LimitsDialogProps) {
  const [perPayout, setPerPayout] = useState(rupeesOf(member.per_payout));
  const [perDay, setPerDay] = useState(rupeesOf(member.per_day));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function save() {
    const body = { per_payout: perPayout ?? null, per_day: perDay ?? null };
    const invalid = memberLimitsForm.safeParse(body).error?.issues ?? [];
    setErrors(Object.fromEntries(invalid.map(({ path, message }) => [String(path[0]), message])));
    setError(undefined);
    if (invalid.length > 0) return;
    setBusy(true);
    try {
      const params = { id: member.id };
      toast.success((await send(setMemberLimits, { params, body })).message);
      await refreshApi(listMemberLimits);
      onClose();
    } catch (failure) {
      if (failure instanceof ApiError) setErrors(failure.fields);
      setError(messageOf(failure, t`We could not reach the server. Try again.`));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      outsideCloses={false}
      closable={!busy}
      size="sm"
      title={t`Limits of ${member.name}`}
      description={t`For payouts that this person approves or sends. A day is a day in India.`}
    >
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <DialogBody className="grid gap-4">
          <Field label={t`Per payout`} hint={t`Blank for no limit`} error={errors["per_payout"]}>
            <AmountInput placeholder={t`No limit`} value={perPayout} onValueChange={setPerPayout} />
          </Field>
          <Field label={t`Per day`} hint={t`Blank for no limit`} error={errors["per_day"]}>
            <AmountInput placeholder={t`No limit`} value={perDay} onValueChange={setPerDay} />
          </Field>
          {error !== undefined && <Notice tone="bad" title={error} />}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t`Saving...`}>
            {t`Sign and save`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function rupeesOf(value: { amount: number } | null): number | undefined {
  return value === null ? undefined : value.amount / 100;
}
