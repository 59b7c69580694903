import type { Answer } from "@rokad/contract/call";
import { limits } from "@rokad/contract/limits";
import { proposalReason, type sendConfirmCode } from "@rokad/contract/proposals";
import { useState } from "react";
import { useUser } from "../../api/session.ts";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { SignStep } from "../signing/sign-step.tsx";
import { hoursText, type ChangeEffect } from "./change-effect.ts";

interface SignFormProps {
  /** What the code signs besides the reason: another value needs another code. */
  value?: unknown;
  effect: ChangeEffect;
  /** Checks the fields above when a code is requested, and shows their errors. */
  check?: () => boolean;
  /** On the button that signs. */
  signLabel?: string;
  /** Sends the code that signs exactly this change. Undefined sends none: the page shows why. */
  requestCode: (reason: string) => Promise<Answer<typeof sendConfirmCode> | undefined>;
  onSign: (signed: { reason: string; otp: string }) => Promise<void>;
}

/** The reason and the code of a change that guards money. */
export function SignForm(props: SignFormProps) {
  const { value, effect, check, requestCode, onSign } = props;
  const isAtOnce = effect.how === "at_once";
  const { signLabel = isAtOnce ? "Save the change" : "Propose the change" } = props;
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const phone = useUser()?.phone ?? "";

  async function request() {
    const parsed = proposalReason.safeParse(reason);
    setProblem(parsed.error?.issues[0]?.message);
    const isValid = check?.() ?? true;
    return parsed.success && isValid ? requestCode(parsed.data) : undefined;
  }

  return (
    <>
      {isAtOnce && (
        <Notice tone="warn" title="Nobody else checks this">
          You are the only super admin who can. Before the first deposit it takes effect at once.
        </Notice>
      )}
      {effect.how === "waiting_time" && (
        <Notice
          tone="bad"
          title={`Nobody else can confirm: takes effect after ${hoursText(effect)}`}
        >
          Your code starts the waiting time. Until it ends, you can withdraw the change here.
        </Notice>
      )}
      {effect.how === "second_person" && (
        <Notice title="A second super admin has to confirm">
          Your code proposes exactly this change. Nothing changes until another super admin confirms
          it within {limits.proposalDays} days.
        </Notice>
      )}
      <Field
        label="Reason"
        required
        error={problem}
        hint="Other super admins see it; it stays in the security log"
      >
        <Textarea
          rows={2}
          maxLength={limits.reasonCharsMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <SignStep
        key={JSON.stringify([value, reason])}
        mobile={phone}
        purpose="sign_in"
        requestLabel={isAtOnce ? "Send OTP to save" : "Send OTP to propose"}
        signLabel={signLabel}
        requestCode={request}
        onSign={(otp) => onSign({ reason, otp })}
      />
    </>
  );
}
