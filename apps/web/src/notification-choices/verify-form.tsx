import { verifyEmailAddress, type NotificationChoices } from "@rokad/contract/notification-choices";
import { listSandboxEmails } from "@rokad/contract/sandbox";
import { MailOpen } from "lucide-react";
import { useState, type SubmitEvent } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useApi } from "../api/use-api.ts";
import { currentViewing } from "../api/viewing.ts";
import { Button } from "../ui/button.tsx";
import { formatTime } from "../ui/dates.ts";
import { Field } from "../ui/field.tsx";
import { OtpInput } from "../ui/otp-input.tsx";
import { toast } from "../ui/toast.ts";
import type { ChangeEmail } from "./choices-props.ts";

interface VerifyFormProps {
  pending: NonNullable<NotificationChoices["pending_email"]>;
  onChange: ChangeEmail;
  onVerified: () => void;
}

/** Takes the code that was sent to the new address. */
export function VerifyForm({ pending, onChange, onVerified }: VerifyFormProps) {
  const { email, expires_at: expiresAt } = pending;
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"verify" | "resend">();

  async function run(what: NonNullable<typeof busy>, work: () => Promise<unknown>) {
    setBusy(what);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
      if (what === "verify") setCode("");
    } finally {
      setBusy(undefined);
    }
  }

  function verify(event: SubmitEvent) {
    event.preventDefault();
    if (!/^\d{6}$/.test(code)) {
      setProblem(t`The code has 6 digits`);
      return;
    }
    void run("verify", async () => {
      await send(verifyEmailAddress, { body: { code } });
      toast.success(t`E-mail address verified`);
      onVerified();
    });
  }

  if (currentViewing()) {
    return <p className="text-sm text-muted">{t`A code for a new address is awaited.`}</p>;
  }
  return (
    <form onSubmit={verify} noValidate className="grid max-w-md gap-3">
      <p className="text-sm">
        {t`Enter the code that we sent to ${<strong className="font-medium break-all">{email}</strong>}. It is valid until ${formatTime(expiresAt)}.`}
      </p>
      <Field label={t`Code from the e-mail`} hint={t`6 digits`} error={problem}>
        <OtpInput
          value={code}
          disabled={busy === "verify"}
          onValueChange={(next) => {
            setCode(next);
            setProblem(undefined);
          }}
        />
      </Field>
      <SandboxEmailCode email={email} onFill={setCode} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy === "verify"} busyLabel={t`Verifying...`}>
          {t`Verify`}
        </Button>
        <Button
          variant="secondary"
          busy={busy === "resend"}
          busyLabel={t`Sending...`}
          onClick={() => void run("resend", () => onChange(email))}
        >
          {t`Send a new code`}
        </Button>
      </div>
    </form>
  );
}

/** The code that the sandbox kept instead of sending it; nothing with a mail server. */
function SandboxEmailCode({ email, onFill }: { email: string; onFill: (code: string) => void }) {
  const { data } = useApi(listSandboxEmails, { query: { to: email } }, { pollSeconds: 2 });
  const code = data?.data.find((one) => one.code !== null)?.code;
  if (!code) return null;
  return (
    <div className="flex items-center gap-2.5 rounded-control border border-dashed border-info-line bg-info-soft py-1.5 pr-1.5 pl-3 text-dense text-info">
      <MailOpen aria-hidden className="size-4 shrink-0" />
      <p className="flex-1">
        {t`Sandbox e-mail: code`}{" "}
        <strong className="font-semibold tracking-wider tabular-nums">{code}</strong>
      </p>
      <Button variant="secondary" size="sm" onClick={() => onFill(code)}>
        {t`Fill`}
      </Button>
    </div>
  );
}
