import {
  depositForm,
  initiateDeposit,
  listDeposits,
  type Deposit,
  type DepositForm,
} from "@rokad/contract/deposits";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { t } from "../language.ts";
import { ApiError, messageOf } from "../api/api-error.ts";
import { sendIdempotent } from "../api/send-idempotent.ts";
import { hasFeature, personKey, useUser } from "../api/session.ts";
import { refreshApi } from "../api/use-api.ts";
import { showFieldErrors, useContractForm, type BlankForm } from "../api/use-contract-form.ts";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toast.ts";
import { useStepFocus } from "../ui/use-step-focus.ts";
import { deleteDepositDraft, readDepositDraft, saveDepositDraft } from "./deposit-draft.ts";
import { DepositFields } from "./deposit-fields.tsx";
import { DepositIntro } from "./deposit-intro.tsx";
import { DepositNotEnabled } from "./deposit-not-enabled.tsx";
import { DepositSubmitted } from "./deposit-submitted.tsx";

const titles = {
  intro: t`Add Funds`,
  form: t`Transfer details`,
  done: t`Request Submitted!`,
};

const blank: BlankForm<DepositForm> = {
  bank_account: "",
  amount: undefined,
  utr_reference: "",
  remarks: "",
};

/** Three steps: instructions, the transfer's details, and confirmation. */
export function DepositDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const user = useUser();
  const personId = personKey();
  const enabled = hasFeature(user, "wallet_topup");
  // Left by a sign-out without activity; closing the dialog discards it.
  const [draft] = useState(() => readDepositDraft(personId));
  const [step, setStep] = useState<keyof typeof titles>(draft ? "form" : "intro");
  const [submitted, setSubmitted] = useState<Deposit>();
  const [isUnanswered, setIsUnanswered] = useState(false);
  const form = useContractForm(depositForm, { defaultValues: blank });
  const { isSubmitting } = form.formState;
  const chosen = useWatch({ control: form.control, name: "receiving_account" });
  const [first, nameFirst] = useStepFocus(step, open);

  useEffect(() => {
    if (draft) form.reset(draft as DepositForm, { keepDefaultValues: true });
  }, [form, draft]);
  useEffect(() => {
    if (step !== "form") return;
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => saveDepositDraft(personId, values),
    });
  }, [form, personId, step]);

  const submit = form.handleSubmit(async (body) => {
    setIsUnanswered(false);
    try {
      const { data } = await sendIdempotent(initiateDeposit, { body });
      setSubmitted(data);
      deleteDepositDraft(personId);
      setStep("done");
      toast.success(t`Deposit request submitted successfully! You'll be notified once processed.`);
      void refreshApi(listDeposits);
    } catch (error) {
      setIsUnanswered(!(error instanceof ApiError));
      // It is not offered any more: the next request is to the account that is shown.
      if (error instanceof ApiError && error.fields["receiving_account"])
        form.setValue("receiving_account", undefined);
      if (!showFieldErrors(form, error)) toast.error(messageOf(error));
    }
  });

  function reset() {
    setStep("intro");
    setSubmitted(undefined);
    setIsUnanswered(false);
    form.reset();
    // Last, because the reset is a change that would be stored.
    deleteDepositDraft(personId);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={reset}
      closable={!isSubmitting}
      initialFocus={first}
      title={titles[step]}
      {...(step === "intro" && { description: t`Funds for customer payouts, to your main wallet` })}
    >
      {!enabled ? (
        <DepositNotEnabled onClose={onClose} />
      ) : step === "intro" ? (
        <DepositIntro
          first={nameFirst}
          chosen={chosen}
          onChoose={(id) => form.setValue("receiving_account", id)}
          onCancel={onClose}
          onContinue={() => setStep("form")}
        />
      ) : step === "form" ? (
        <DepositFields
          form={form}
          first={nameFirst}
          isUnanswered={isUnanswered}
          onSubmit={(event) => void submit(event)}
          onBack={() => setStep("intro")}
          onLeave={onClose}
        />
      ) : (
        submitted && <DepositSubmitted deposit={submitted} first={nameFirst} onClose={onClose} />
      )}
    </Dialog>
  );
}
