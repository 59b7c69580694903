import {
  createPaymentAdvice,
  getAdviceSettings,
  listPaymentAdvices,
  revokePaymentAdvice,
  type PaymentAdvice,
} from "@rokad/contract/payment-advices";
import type { PayoutDetail } from "@rokad/contract/payouts";
import { Link2, Mail } from "lucide-react";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { useMay } from "../api/session.ts";
import { refreshApi, useApi } from "../api/use-api.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card, CardBody, CardHeader } from "../ui/card.tsx";
import { copyText } from "../ui/copy-text.ts";
import { Copyable } from "../ui/copyable.tsx";
import { formatDay, formatDayAndTime } from "../ui/dates.ts";
import { ErrorPanel } from "../ui/error-panel.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { toast } from "../ui/toast.ts";

/** What the beneficiary got of this payout, and sending more of it. Nothing while advices are off. */
export function AdviceCard({ payout }: { payout: PayoutDetail }) {
  const params = { id: payout.id };
  const settings = useApi(getAdviceSettings, {}).data?.data;
  const { data, error, isValidating, mutate } = useApi(listPaymentAdvices, { params });
  const mayAct = useMay<typeof createPaymentAdvice>("prepare");
  const advices = data?.data ?? [];
  if (!settings || (!settings.is_on && advices.length === 0)) return null;
  const canSend = settings.is_on && mayAct && payout.status === "success";
  return (
    <Card>
      <CardHeader
        title={t`Payment advice`}
        description={t`For the beneficiary, without your fees`}
      />
      <CardBody className="grid gap-4">
        {error && !data ? (
          <ErrorPanel
            message={t`Failed to load the payment advices`}
            detail={messageOf(error, "")}
            onRetry={() => void mutate()}
            busy={isValidating}
          />
        ) : (
          advices.length > 0 && (
            <ul className="grid gap-3">
              {advices.map((advice) => (
                <AdviceItem
                  key={advice.id}
                  payoutId={payout.id}
                  advice={advice}
                  isOn={settings.is_on}
                  canRevoke={mayAct}
                />
              ))}
            </ul>
          )
        )}
        {advices.length === 0 && !canSend && (
          <p className="text-dense text-muted">{t`It can be sent once the payout is paid.`}</p>
        )}
        {canSend && <SendForm payout={payout} canEmail={settings.can_email} />}
      </CardBody>
    </Card>
  );
}

const failed = t`We could not reach the server. Try again.`;

interface AdviceItemProps {
  payoutId: string;
  advice: PaymentAdvice;
  isOn: boolean;
  canRevoke: boolean;
}

function AdviceItem({ payoutId, advice, isOn, canRevoke }: AdviceItemProps) {
  const [busy, setBusy] = useState(false);
  const isOpen = advice.state === "active" || advice.state === "planned";
  const name = advice.email ?? t`Link`;

  async function revoke() {
    setBusy(true);
    try {
      const params = { id: payoutId, advice: advice.id };
      toast.success((await send(revokePaymentAdvice, { params })).message);
    } catch (failure) {
      toast.error(messageOf(failure, failed));
    } finally {
      setBusy(false);
      await refreshApi(listPaymentAdvices);
    }
  }

  return (
    <li className="flex items-start justify-between gap-3 text-dense">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-words">{name}</span>
          <StateBadge advice={advice} isOn={isOn} />
        </p>
        <p className="text-muted">{describe(advice)}</p>
      </div>
      {canRevoke && isOpen && (
        <Button
          variant="ghost"
          size="sm"
          busy={busy}
          busyLabel={t`Revoking...`}
          aria-label={t`Revoke the payment advice: ${name}`}
          onClick={() => void revoke()}
        >
          {t`Revoke`}
        </Button>
      )}
    </li>
  );
}

function StateBadge({ advice, isOn }: { advice: PaymentAdvice; isOn: boolean }) {
  if (advice.email_state === "failed") return <Badge tone="bad">{t`Not delivered`}</Badge>;
  if (advice.state === "active") {
    if (!isOn) return <Badge tone="neutral">{t`Turned off`}</Badge>;
    return <Badge tone="good">{advice.email_state === "waiting" ? t`Sending` : t`Works`}</Badge>;
  }
  const words = {
    planned: t`Planned`,
    expired: t`Expired`,
    revoked: t`Revoked`,
    dropped: t`Not sent`,
  };
  return <Badge tone="neutral">{words[advice.state]}</Badge>;
}

function describe({ state, created_by: by, created_at: at, expires_at: end }: PaymentAdvice) {
  if (state === "planned") return t`Goes out once the payout is paid`;
  if (state === "dropped") return t`The payout was not paid, or advices were off`;
  const made = by === null ? t`Sent with the payout` : `${by}, ${formatDayAndTime(at)}`;
  return state === "active" && end !== null ? t`${made} · until ${formatDay(end)}` : made;
}

function SendForm({ payout, canEmail }: { payout: PayoutDetail; canEmail: boolean }) {
  const [email, setEmail] = useState(payout.beneficiary_email ?? "");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<"email" | "link">();
  const [link, setLink] = useState<string>();

  async function create(kind: "email" | "link") {
    setBusy(kind);
    setError(undefined);
    try {
      const body = kind === "email" ? { email: email.trim() } : {};
      const { data, message } = await send(createPaymentAdvice, {
        params: { id: payout.id },
        body,
      });
      // It is shown only now, so nothing but a newer one replaces it.
      if (data.link) setLink(data.link);
      const isCopied = data.link !== null && (await copyText(data.link));
      toast.success(isCopied ? t`Link copied` : message);
    } catch (failure) {
      const sentence = messageOf(failure, failed);
      if (kind === "email") setError(sentence);
      else toast.error(sentence);
    } finally {
      setBusy(undefined);
      await refreshApi(listPaymentAdvices);
    }
  }

  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void create("email");
      }}
    >
      {canEmail && (
        <Field label={t`E-mail of the beneficiary`} error={error}>
          <TextInput
            type="email"
            autoComplete="off"
            maxLength={100}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
      )}
      {link !== undefined && (
        <div className="min-w-0 text-dense">
          <p className="text-muted">{t`Your new link. It is shown only now.`}</p>
          <Copyable value={link} label={t`Link`} className="max-w-full" />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {canEmail && (
          <Button
            type="submit"
            size="sm"
            icon={<Mail />}
            disabled={busy === "link" || email.trim() === ""}
            busy={busy === "email"}
            busyLabel={t`Sending...`}
          >
            {t`Send by e-mail`}
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          icon={<Link2 />}
          disabled={busy === "email"}
          busy={busy === "link"}
          busyLabel={t`Creating...`}
          onClick={() => void create("link")}
        >
          {t`Copy new link`}
        </Button>
      </div>
    </form>
  );
}
