import type { PayoutRequest } from "@rokad/contract/payout-form";
import { sendPayoutOtp } from "@rokad/contract/payouts";
import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "../language.ts";
import { ApiError, messageOf, type AskedPasskey } from "../api/api-error.ts";
import { askPasskey } from "../api/ask-passkey.ts";
import { send } from "../api/client.ts";
import { describePasskeyError, proofFor } from "../common/signing/prove-with-passkey.ts";
import { Button } from "../ui/button.tsx";
import { DialogBody } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { toast } from "../ui/toast.ts";

interface PasskeyStepProps {
  mobile: string;
  order: PayoutRequest;
  paying: boolean;
  onProof: (proof: string) => void;
  /** Sends a code instead. */
  onCode: () => void;
  /** The server rejects the payout. */
  onRejected: (message: string, code: string) => void;
}

/** Says what the passkey confirms, with the charges of this moment, and then asks for it. */
export function PasskeyStep(props: PasskeyStepProps) {
  const { mobile, order, paying, onProof, onCode, onRejected } = props;
  const [asked, setAsked] = useState<AskedPasskey>();
  const [failure, setFailure] = useState<string>();
  const [isWaiting, setIsWaiting] = useState(false);
  // Increases when a challenge is used up, so that the next is requested.
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let isOver = false;
    askPasskey(() => send(sendPayoutOtp, { body: { mobile, payout: order } }))
      .then((challenge) => !isOver && setAsked(challenge))
      .catch((error: unknown) => {
        if (isOver) return;
        if (error instanceof ApiError && !passkeyErrors.has(error.code))
          onRejected(messageOf(error), error.code);
        else setFailure(messageOf(error, t`We could not reach the server. Try again.`));
      });
    return () => {
      isOver = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the order does not change in this step
  }, [tries]);

  async function confirm(challenge: AskedPasskey) {
    setIsWaiting(true);
    try {
      onProof(await proofFor(challenge));
    } catch (error) {
      toast.error(describePasskeyError(error));
      // Cancelled in the browser: the challenge was not answered and can still be.
      if (error instanceof ApiError) {
        setAsked(undefined);
        setTries((count) => count + 1);
      }
    } finally {
      setIsWaiting(false);
    }
  }

  if (!asked && !failure) {
    return (
      <DialogBody className="grid justify-items-center gap-4 py-8 text-center">
        <Spinner className="size-6 text-muted" />
        <p role="status" className="text-muted">
          {t`Checking the payout...`}
        </p>
      </DialogBody>
    );
  }
  return (
    <DialogBody className="grid gap-4">
      {failure && <Notice tone="bad">{failure}</Notice>}
      {asked && (
        <>
          <p className="rounded-control border border-line bg-sunken px-3.5 py-3 text-sm font-medium break-words">
            {asked.summary}
          </p>
          <Button
            size="lg"
            wide
            icon={<KeyRound aria-hidden />}
            busy={isWaiting || paying}
            busyLabel={paying ? t`Paying...` : t`Waiting for your passkey...`}
            onClick={() => void confirm(asked)}
          >
            {t`Confirm with passkey`}
          </Button>
        </>
      )}
      <Button variant="secondary" wide disabled={isWaiting || paying} onClick={onCode}>
        {t`Use an OTP instead`}
      </Button>
    </DialogBody>
  );
}

/** Errors of the passkey, and not of the payout: a code still works. */
const passkeyErrors: ReadonlySet<string> = new Set([
  "NO_PASSKEY",
  "PASSKEYS_OFF",
  "TOO_MANY_REQUESTS",
]);
