import { t } from "../language.ts";
import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import type { useBeneficiaryCheck } from "./use-beneficiary-check.ts";

interface NameAtBankProps {
  check: ReturnType<typeof useBeneficiaryCheck>;
  enteredName: string;
}

/** The account holder's name at the bank. Always two lines, so that the layout does not shift. */
export function NameAtBank({ check, enteredName }: NameAtBankProps) {
  const message = check
    ? describeCheck(check, enteredName)
    : {
        tone: "plain" as const,
        title: t`Checking the name with the bank`,
        text: t`You see the account holder before you confirm.`,
      };
  return (
    <div role="status">
      <Notice tone={message.tone} title={message.title} icon={check ? undefined : <Spinner />}>
        {message.text}
      </Notice>
    </div>
  );
}

function describeCheck(check: NonNullable<NameAtBankProps["check"]>, enteredName: string) {
  const { verdict, match, name_at_bank: name, match_score: score, reason } = check;
  if (verdict === "invalid")
    return {
      tone: "bad" as const,
      title: t`Account not found`,
      text: t`${reason ?? t`It can't receive this payout`}. Check the details you entered.`,
    };
  if (verdict === "unknown")
    return {
      tone: "plain" as const,
      title: t`Name not checked`,
      text: t`${(reason ?? t`The bank did not answer`).replace(/\.$/, "")}. Check the details again.`,
    };
  if (name === null)
    return {
      tone: "plain" as const,
      title: t`Account found`,
      text: t`The bank does not share the holder's name. Check the details again.`,
    };
  const title = t`Name at bank: ${name}`;
  if (match === "match")
    return { tone: "good" as const, title, text: t`Matches the name you entered.` };
  if (match === "partial")
    return {
      tone: "warn" as const,
      title,
      text: t`You entered “${enteredName}”. Partial match (${score}%).`,
    };
  return {
    tone: match === "different" ? ("bad" as const) : ("warn" as const),
    title,
    text: t`You entered “${enteredName}”. Confirm only if you know this account holder.`,
  };
}
