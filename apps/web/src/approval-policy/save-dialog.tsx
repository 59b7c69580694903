import {
  getApprovalPolicy,
  listPolicyVersions,
  policyReason,
  saveApprovalPolicy,
  type ApprovalPolicy,
} from "@rokad/contract/approval-policies";
import { limits } from "@rokad/contract/limits";
import { useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { refreshApi } from "../api/use-api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { toast } from "../ui/toast.ts";
import {
  describable,
  describableCooling,
  policyFormOf,
  type Nameable,
  type PolicyDraft,
} from "./policy-draft.ts";
import { PolicyChange } from "./policy-change.tsx";

interface SaveDialogProps {
  open: boolean;
  onClose: () => void;
  inForce: ApprovalPolicy | null;
  draft: PolicyDraft;
  people: readonly Nameable[];
  otherOwners: number;
  onSaved: () => void;
  /** The server's messages by field. */
  onRefused: (fields: Readonly<Record<string, string>>) => void;
}

/** Shows the policy before and after, and takes the reason; the code follows. */
export function SaveDialog(props: SaveDialogProps) {
  const { open, onClose, inForce, draft, people, otherOwners, onSaved, onRefused } = props;
  const [reason, setReason] = useState("");
  const [reasonError, setReasonError] = useState<string>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const needsSecond = otherOwners > 0;

  async function save() {
    const parsed = policyReason.safeParse(reason);
    if (!parsed.success) return setReasonError(parsed.error.issues[0]?.message);
    setBusy(true);
    setError(undefined);
    try {
      const body = { ...policyFormOf(draft), reason };
      const { message } = await sendIdempotent(saveApprovalPolicy, { body });
      toast.success(message);
      await refreshApi(getApprovalPolicy, listPolicyVersions);
      onSaved();
    } catch (failure) {
      const isAboutBands =
        failure instanceof ApiError &&
        Object.keys(failure.fields).some((field) => field.startsWith("bands"));
      if (isAboutBands) {
        toast.error(messageOf(failure));
        onRefused(failure.fields);
      } else setError(messageOf(failure, t`We could not reach the server. Try again.`));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      outsideCloses={false}
      closable={!busy}
      size="lg"
      title={needsSecond ? t`Propose this policy?` : t`Save this policy?`}
      description={
        needsSecond
          ? t`It takes effect when another owner confirms it. Requests that wait keep theirs.`
          : t`It takes effect at once. Requests that wait keep theirs.`
      }
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
          {!needsSecond && (
            <Notice tone="warn" title={t`Nobody else checks your change`}>
              {t`You are the only owner. Add a second owner, so that each change needs two people.`}
            </Notice>
          )}
          <PolicyChange
            before={inForce}
            after={{
              bands: describable(draft.bands, people),
              cooling: describableCooling(draft.cooling),
              counts_day: draft.countsDay,
            }}
          />
          <Field
            label={t`Reason`}
            required
            error={reasonError}
            hint={t`Both owners and the log show it`}
          >
            <Textarea
              rows={2}
              maxLength={limits.reasonCharsMax}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value);
                setReasonError(undefined);
              }}
            />
          </Field>
          {error !== undefined && <Notice tone="bad" title={error} />}
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t`Back to editing`}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t`Saving...`}>
            {needsSecond ? t`Sign and propose` : t`Sign and save`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
