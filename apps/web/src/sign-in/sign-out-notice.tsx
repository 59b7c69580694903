import { t } from "../language.ts";
import { readSignOutReason } from "../api/sign-out-reason.ts";
import { Notice } from "../ui/notice.tsx";

/** Says why the person was signed out. */
export function SignOutNotice() {
  const sentence = sentenceOf(readSignOutReason());
  return (
    sentence && (
      <div role="status" className="mt-6">
        <Notice tone="warn">{sentence}</Notice>
      </div>
    )
  );
}

function sentenceOf(reason: ReturnType<typeof readSignOutReason>): string | null {
  if (!reason) return null;
  switch (reason.code) {
    case "SESSION_IDLE":
      return reason.minutes
        ? t`You were signed out after ${reason.minutes} minutes without activity`
        : t`You were signed out because there was no activity`;
    case "SESSION_EXPIRED":
      return t`Your session reached its longest duration. Sign in again`;
    case "SESSION_STOLEN":
      return t`We ended your session because another device tried to use it. If it was not you, contact support`;
    case "KEY_LOST":
      return t`This browser keeps no session after a reload, as in a private window. Sign in again`;
    default:
      return null;
  }
}
