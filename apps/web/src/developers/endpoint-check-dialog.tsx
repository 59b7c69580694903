import type { Answer } from "@rokad/contract/call";
import {
  checkWebhookEndpoint,
  testWebhookEndpoint,
  type WebhookEndpoint,
} from "@rokad/contract/webhook-endpoints";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { t } from "../language.ts";
import { messageOf } from "../api/api-error.ts";
import { send } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { cn } from "../ui/class-names.ts";
import { Dialog, DialogBody, DialogFooter } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import type { WebhookDialogFrame } from "./webhook-act.ts";

type Found = Answer<typeof checkWebhookEndpoint>["data"];

const names: Readonly<Record<Found["steps"][number]["step"], string>> = {
  address: t`Address`,
  connection: t`Connection`,
  answer: t`Answer`,
  signature: t`Signature`,
  clock: t`Clock`,
};

/** Finds out what is wrong with an endpoint, and sends it a test event. */
export function EndpointCheckDialog(props: WebhookDialogFrame & { endpoint: WebhookEndpoint }) {
  const { endpoint, open, onClose, onClosed } = props;
  const [found, setFound] = useState<Found>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<"check" | "test">();
  const params = { id: endpoint.id };

  async function check() {
    setBusy("check");
    setError(undefined);
    try {
      setFound((await send(checkWebhookEndpoint, { params })).data);
    } catch (failure) {
      setError(messageOf(failure));
    } finally {
      setBusy(undefined);
    }
  }

  async function sendTest() {
    setBusy("test");
    try {
      toast.success((await send(testWebhookEndpoint, { params })).message);
    } catch (failure) {
      toast.error(messageOf(failure));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={t`Check endpoint`}
      description={<span className="break-all">{endpoint.url}</span>}
    >
      <DialogBody className="grid gap-4">
        <p className="text-sm">
          {t`A check sends a signed test and a forged one. A test event takes the way of every event, and is listed under Deliveries.`}
        </p>
        {error !== undefined && <Notice tone="bad" title={error} />}
        {found && <Steps found={found} />}
      </DialogBody>
      <DialogFooter>
        <Button
          variant="secondary"
          busy={busy === "test"}
          busyLabel={t`Sending...`}
          disabled={busy !== undefined || !endpoint.is_active}
          onClick={() => void sendTest()}
        >
          {t`Send Test Event`}
        </Button>
        <Button
          busy={busy === "check"}
          busyLabel={t`Checking...`}
          disabled={busy !== undefined}
          onClick={() => void check()}
        >
          {t`Check Now`}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Steps({ found: { steps, signed } }: { found: Found }) {
  return (
    <>
      <ul aria-label={t`Steps`} className="divide-y divide-line text-sm">
        {steps.map(({ step, is_ok: isOk, message }) => {
          const Icon = isOk ? Check : X;
          return (
            <li key={step} className="flex gap-3 py-2.5">
              <Icon
                aria-label={isOk ? t`Works` : t`Fails`}
                className={cn("mt-0.5 size-4 shrink-0", isOk ? "text-good" : "text-bad")}
              />
              <span className="min-w-0">
                <span className="font-medium">{names[step]}</span>
                <span className="block text-dense break-words text-muted">{message}</span>
              </span>
            </li>
          );
        })}
      </ul>
      <details className="text-dense">
        <summary className="cursor-pointer font-medium">{t`The signed bytes`}</summary>
        <p className="mt-2 font-mono text-xs break-all">{signed.content}</p>
        <p className="mt-2 font-mono text-xs break-all text-muted">{signed.signature}</p>
      </details>
    </>
  );
}
