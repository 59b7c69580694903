import { limits } from "@rokad/contract/limits";
import {
  proposalForm,
  proposeOutcome,
  sendProposalCode,
  type PayoutOutcome,
} from "@rokad/contract/payout-outcomes";
import type { User } from "@rokad/contract/sign-in";
import { useState } from "react";
import { Controller, useWatch } from "react-hook-form";
import { send } from "../api/client.ts";
import { useContractForm } from "../api/use-contract-form.ts";
import { Button } from "../ui/button.tsx";
import { Details } from "../ui/details.tsx";
import { Field } from "../ui/field.tsx";
import { RadioCards } from "../ui/radio-cards.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { Textarea } from "../ui/textarea.tsx";
import { toast } from "../ui/toast.ts";
import { SignStep } from "./sign-step.tsx";

interface ProposalFormProps {
  payout: PayoutOutcome;
  person: User;
  onDone: () => void;
}

const outcomes = [
  { value: "paid", label: "It was paid", description: "The bank shows the debit, with a UTR" },
  { value: "failed", label: "It has failed", description: "The total goes back to the wallet" },
] as const;

const blank = { outcome: undefined, utr: "", reason: "", evidence: "" };

/** What became of a payout, why, and how one knows; then the code that signs exactly that. */
export function ProposalForm({ payout, person, onDone }: ProposalFormProps) {
  const form = useContractForm(proposalForm, { defaultValues: blank });
  const { errors } = form.formState;
  const outcome = useWatch({ control: form.control, name: "outcome" });
  const [signing, setSigning] = useState<Parameters<Parameters<typeof form.handleSubmit>[0]>[0]>();

  if (signing) {
    const { outcome: what, utr, reason, evidence } = signing;
    const params = { id: payout.id };
    return (
      <div className="grid gap-4">
        <Details
          of={[
            { label: "You propose", value: what === "paid" ? "It was paid" : "It has failed" },
            what === "paid" && { label: "UTR", value: utr },
            { label: "Reason", value: reason },
          ]}
        />
        <p className="text-sm whitespace-pre-line break-words">{evidence}</p>
        <SignStep
          mobile={person.phone}
          askLabel="Send me the code to sign it"
          signLabel="Sign the proposal"
          ask={() => send(sendProposalCode, { params, body: signing })}
          onSign={async (otp) => {
            const { message } = await send(proposeOutcome, { params, body: { ...signing, otp } });
            toast.success(message);
            onDone();
          }}
        />
        <div>
          <Button variant="secondary" size="sm" onClick={() => setSigning(undefined)}>
            Change it
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void form.handleSubmit(setSigning)(event)}
    >
      <p className="text-sm text-muted">
        Only for what the provider or its bank has told you in another way. A second super admin
        confirms it; until then nothing moves, and nothing of it is sent.
      </p>
      <Controller
        control={form.control}
        name="outcome"
        render={({ field }) => (
          <RadioCards
            legend="What became of it"
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
        label="Reason"
        required
        error={errors.reason?.message}
        hint="The tenant reads it where the payout has failed"
      >
        <TextInput maxLength={limits.reasonCharsMax} {...form.register("reason")} />
      </Field>
      <Field
        label="Evidence"
        required
        error={errors.evidence?.message}
        hint="Whom you asked, when, and what they answered. Kept in the audit log."
      >
        <Textarea maxLength={limits.evidenceCharsMax} {...form.register("evidence")} />
      </Field>
      <div>
        <Button type="submit" disabled={outcome === undefined}>
          Continue to the signature
        </Button>
      </div>
    </form>
  );
}
