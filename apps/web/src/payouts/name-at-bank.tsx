import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import type { useBeneficiaryCheck } from "./use-beneficiary-check.ts";

interface NameAtBankProps {
  check: ReturnType<typeof useBeneficiaryCheck>;
  typedName: string;
}

/** Whose the account is by the bank's word, in two lines from the start, so that nothing moves. */
export function NameAtBank({ check, typedName }: NameAtBankProps) {
  const told = check
    ? toldOf(check, typedName)
    : {
        tone: "plain" as const,
        title: "Asking the bank for the name",
        text: "So that you see who gets the money.",
      };
  return (
    <div role="status">
      <Notice tone={told.tone} title={told.title} icon={check ? undefined : <Spinner />}>
        {told.text}
      </Notice>
    </div>
  );
}

function toldOf(check: NonNullable<NameAtBankProps["check"]>, typedName: string) {
  const { verdict, match, name_at_bank: name, match_score: score, reason } = check;
  if (verdict === "invalid")
    return {
      tone: "bad" as const,
      title: "The bank says that there is no such account",
      text: `${reason ?? "It can't take this money"}. Please check what you typed.`,
    };
  if (verdict === "unknown")
    return {
      tone: "plain" as const,
      title: "The name could not be checked",
      text: `${(reason ?? "The bank does not tell").replace(/\.$/, "")}. Compare the details once more.`,
    };
  if (name === null)
    return {
      tone: "plain" as const,
      title: "The bank knows this account",
      text: "It does not tell whose it is. Compare the details once more.",
    };
  const title = `Name at the bank: ${name}`;
  if (match === "match")
    return { tone: "good" as const, title, text: "It agrees with the name that you typed." };
  if (match === "partial")
    return {
      tone: "warn" as const,
      title,
      text: `It agrees with “${typedName}” in part only (${score} of 100).`,
    };
  return {
    tone: match === "different" ? ("bad" as const) : ("warn" as const),
    title,
    text: `You typed “${typedName}”. Send only if you are sure who gets the money.`,
  };
}
