import { limits } from "@rokad/contract/limits";
import { proposalForm, proposeOutcome, type PayoutOutcome } from "@rokad/contract/payout-outcomes";
import { useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import { t } from "../super-admin-language.ts";
import { send } from "../api/client.ts";
import { useContractForm } from "../api/use-contract-form.ts";
import { Button } from "../ui/button.tsx";
import { Details } from "../ui/details.tsx";
import { Field } from "../ui/field.tsx";
import { RadioCards } from "../ui/radio-cards.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { toast } from "../ui/toast.ts";
import { SignButton } from "../common/signing/sign-button.tsx";

interface ProposalFormProps {
  payout: PayoutOutcome;
  onDone: () => void;
}

const outcomes = [
  { value: "paid", label: t`Paid`, description: t`The bank shows the debit, with a UTR` },
  { value: "failed", label: t`Failed`, description: t`The total goes back to the wallet` },
] as const;

const blank = { outcome: undefined, utr: "", reason: "", evidence: "" };

/** The proposed outcome with reason and evidence, then the signature of exactly this proposal. */
export function ProposalForm({ payout, onDone }: ProposalFormProps) {
  const form = useContractForm(proposalForm, { defaultValues: blank });
  const { errors } = form.formState;
  const outcome = useWatch({ control: form.control, name: "outcome" });
  const [proposal, setProposal] =
    useState<Parameters<Parameters<typeof form.handleSubmit>[0]>[0]>();

  if (proposal) {
    const { outcome: proposedOutcome, utr, reason, evidence } = proposal;
    const params = { id: payout.id };
    return (
      <div className="grid gap-4">
        <Details
          of={[
            { label: t`You propose`, value: proposedOutcome === "paid" ? t`Paid` : t`Failed` },
            proposedOutcome === "paid" && { label: "UTR", value: utr },
            { label: t`Reason`, value: reason },
          ]}
        />
        <p className="text-sm whitespace-pre-line break-words">{evidence}</p>
        <SignButton
          label={t`Sign proposal`}
          onSign={async () => {
            const { message } = await send(proposeOutcome, { params, body: proposal });
            toast.success(message);
            onDone();
          }}
        />
        <div>
          <Button variant="secondary" size="sm" onClick={() => setProposal(undefined)}>
            {t`Edit proposal`}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void form.handleSubmit(setProposal)(event)}
    >
      <p className="text-sm text-muted">
        {t`Use this only if the provider or its bank has confirmed the outcome. No money moves until a second super admin confirms.`}
      </p>
      <Controller
        control={form.control}
        name="outcome"
        render={({ field }) => (
          <RadioCards
            legend={t`Outcome`}
            options={outcomes}
            value={field.value}
            onValueChange={field.onChange}
          />
        )}
      />
      {outcome === "paid" && (
        <Field label="UTR" required error={errors.utr?.message}>
          <TextInput autoComplete="off" {...form.register("utr")} />
        </Field>
      )}
      <Field
        label={t`Reason`}
        required
        error={errors.reason?.message}
        hint={t`The tenant sees it on the failed payout`}
      >
        <TextInput maxLength={limits.reasonCharsMax} {...form.register("reason")} />
      </Field>
      <Field
        label={t`Evidence`}
        required
        error={errors.evidence?.message}
        hint={t`Who confirmed it, when and what. Stored in the security log.`}
      >
        <Textarea maxLength={limits.evidenceCharsMax} {...form.register("evidence")} />
      </Field>
      <div>
        <Button type="submit" disabled={outcome === undefined}>
          {t`Continue to sign`}
        </Button>
      </div>
    </form>
  );
}
