import { limits } from "@rokad/contract/limits";
import { proposalReason } from "@rokad/contract/proposals";
import { useState } from "react";
import { t } from "../../super-admin-language.ts";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Textarea } from "../../ui/textarea.tsx";
import { SignButton } from "../signing/sign-button.tsx";
import { hoursText, type ChangeEffect } from "./change-effect.ts";

interface ProposeFormProps {
  effect: ChangeEffect;
  /** Checks the fields above, and shows their errors. */
  check?: () => boolean;
  /** On the button that proposes. */
  label?: string;
  /** Sends the change, which the person signs. Its error is shown. */
  onPropose: (reason: string) => Promise<void>;
}

/** The reason of a change that guards money, and how it takes effect. */
export function ProposeForm({ effect, check, label, onPropose }: ProposeFormProps) {
  const isAtOnce = effect.how === "at_once";
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();

  async function propose() {
    const parsed = proposalReason.safeParse(reason);
    setProblem(parsed.error?.issues[0]?.message);
    const isValid = check?.() ?? true;
    if (parsed.success && isValid) await onPropose(parsed.data);
  }

  return (
    <>
      {isAtOnce && (
        <Notice tone="warn" title={t`Nobody else checks this`}>
          {t`You are the only super admin who can. Before the first deposit it takes effect at once.`}
        </Notice>
      )}
      {effect.how === "waiting_time" && (
        <Notice
          tone="bad"
          title={t`Nobody else can confirm: takes effect after ${hoursText(effect)}`}
        >
          {t`Your signature starts the waiting time. Until it ends, you can withdraw the change here.`}
        </Notice>
      )}
      {effect.how === "second_person" && (
        <Notice title={t`A second super admin has to confirm`}>
          {t`You propose exactly this change. Nothing changes until another super admin confirms it within ${limits.proposalDays} days.`}
        </Notice>
      )}
      <Field
        label={t`Reason`}
        required
        error={problem}
        hint={t`Other super admins see it; it stays in the security log`}
      >
        <Textarea
          rows={2}
          maxLength={limits.reasonCharsMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <SignButton
        variant="primary"
        label={label ?? (isAtOnce ? t`Save the change` : t`Propose the change`)}
        onSign={propose}
      />
    </>
  );
}
