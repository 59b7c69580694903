import { limits } from "@rokad/contract/limits";
import { payoutFields } from "@rokad/contract/payout-fields";
import type { PayoutScheduleDetail } from "@rokad/contract/payout-schedule";
import { changeSchedule, createSchedule } from "@rokad/contract/payout-schedules";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { translateText } from "../answers.ts";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { PayeeSearch } from "../common/payouts/payee-search.tsx";
import { RuleFields } from "../common/schedules/rule-fields.tsx";
import { paths } from "../paths.ts";
import { AmountInput } from "../ui/amount-input.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { maskAccount } from "../ui/mask.ts";
import { Notice } from "../ui/notice.tsx";
import { Select } from "../ui/select.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";
import { refreshSchedules } from "./refresh-schedules.ts";
import { blankDraft, draftOf, readDraft, type ScheduleDraft } from "./schedule-draft.ts";
import { SchedulePreview } from "./schedule-preview.tsx";

interface ScheduleDialogProps {
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** To change; without it a new one is proposed. */
  schedule?: PayoutScheduleDetail;
}

const purposes = [
  { value: "none", label: t`No purpose` },
  ...Object.entries(payoutFields.purpose.choices).map(([value, label]) => ({
    value,
    label: translateText(label),
  })),
];

/** Whom, how much and when, with the next due days before anything is stored. */
export function ScheduleDialog({ open, onClose, onClosed, schedule }: ScheduleDialogProps) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => (schedule ? draftOf(schedule) : blankDraft()));
  const [isSearching, setIsSearching] = useState(!schedule);
  const [isTouched, setIsTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const { body, errors } = readDraft(draft);
  const shown = isTouched ? { ...refused, ...errors } : refused;

  function change(part: Partial<ScheduleDraft>) {
    setDraft((before) => ({ ...before, ...part }));
    setProblem(undefined);
  }

  async function submit() {
    setIsTouched(true);
    if (!body) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { data, message } = schedule
        ? await sendIdempotent(changeSchedule, { params: { id: schedule.id }, body })
        : await sendIdempotent(createSchedule, { body });
      toast.success(message);
      onClose();
      await navigate({ to: paths.schedule, params: { id: data.id } });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      if (Object.keys(fields).length > 0) setRefused(fields);
      else setProblem(messageOf(error, t`We could not reach the server. Try again.`));
    } finally {
      setBusy(false);
      await refreshSchedules();
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      outsideCloses={false}
      closable={!busy}
      title={schedule ? t`Change schedule` : t`New schedule`}
      description={
        schedule
          ? t`The change needs a signature of its own. Until then the schedule goes on as it is.`
          : t`Nothing is paid before you sign it or others approve it.`
      }
    >
      <form
        className="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <DialogBody className="grid items-start gap-4">
          {problem && (
            <div role="alert">
              <Notice tone="bad" title={problem} />
            </div>
          )}
          {draft.payee && !isSearching ? (
            <div className="flex items-center justify-between gap-3">
              <p className="min-w-0 text-sm">
                {t`To ${<span className="font-medium break-words">{draft.payee.name}</span>}`}{" "}
                <span className="text-muted tabular-nums">{draft.payee.account}</span>
              </p>
              <Button variant="secondary" size="sm" onClick={() => setIsSearching(true)}>
                {t`Change beneficiary`}
              </Button>
            </div>
          ) : (
            <PayeeSearch
              error={shown["destination_id"]}
              otherwise={{
                unknown: t`Add the beneficiary first.`,
                none: t`A schedule pays a saved beneficiary: add one first.`,
              }}
              onClose={() => (draft.payee ? setIsSearching(false) : onClose())}
              onChoose={(payee) => {
                change({
                  payee: {
                    destinationId: payee.destination_id,
                    name: payee.beneficiary_name,
                    account: payee.upi_id ?? maskAccount(payee.account_number ?? ""),
                  },
                });
                setIsSearching(false);
              }}
            />
          )}
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field label={t`Amount`} required error={shown["amount"]}>
              <AmountInput value={draft.amount} onValueChange={(amount) => change({ amount })} />
            </Field>
            <Field label={t`Purpose`} error={shown["purpose"]}>
              <Select
                options={purposes}
                value={draft.purpose || "none"}
                onValueChange={(next) => change({ purpose: next === "none" ? "" : next })}
              />
            </Field>
            <Field label={t`Remarks`} error={shown["remarks"]} className="sm:col-span-2">
              <TextInput
                value={draft.remarks}
                maxLength={limits.remarksCharsMax}
                onChange={(event) => change({ remarks: event.target.value })}
              />
            </Field>
          </div>
          <RuleFields draft={draft} errors={shown} onChange={change} />
          <SchedulePreview body={body} onFields={setRefused} />
        </DialogBody>
        <DialogFooter>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" busy={busy} busyLabel={t`Saving...`}>
            {schedule ? t`Continue with the change` : t`Continue`}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
