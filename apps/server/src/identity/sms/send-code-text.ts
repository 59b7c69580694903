import type { codeSmsKinds } from "@rokad/contract/sms-text";
import { smsNotSent } from "../../kernel/errors.ts";
import { log } from "../../kernel/log.ts";
import { createMessage } from "./create-message.ts";
import { recordSend, type AfterFailure, type SendFailure } from "./record-send.ts";
import { smsGateways, SmsRefusedError, type SmsGateway, type SmsMessage } from "./sms-gateway.ts";
import { OutcomeUnknownError } from "../../kernel/outbound-errors.ts";
import { MissingCredentialError } from "../../kernel/credentials.ts";
import type { TextValues } from "./write-text.ts";

/**
 * Sends a code in the registered text of its kind. Unless the first gateway confirms the text, the
 * second sends it at once: two texts with the same code do no harm.
 * @throws 503 `SMS_NOT_SENT` when no gateway confirmed it.
 */
export async function sendCodeText(
  kind: (typeof codeSmsKinds)[number],
  mobile: string,
  values: TextValues & { readonly code: string },
): Promise<void> {
  const message = await createMessage(kind, mobile, values);
  const gateways = smsGateways();
  for (const gateway of gateways) {
    const afterFailure = gateway === gateways.at(-1) ? "no_code" : "second_gateway";
    const result = await sendThrough(gateway, message, afterFailure);
    if (result.error === null) return;
  }
  throw smsNotSent();
}

export interface SendResult {
  readonly tookMs: number;
  /** Why the gateway did not confirm it, without number, code or key; null on success. */
  readonly error: string | null;
}

/** Sends one message through one gateway, and records its outcome and time. */
export async function sendThrough(
  gateway: SmsGateway,
  message: SmsMessage,
  afterFailure: AfterFailure,
): Promise<SendResult> {
  const began = performance.now();
  const failure = await gateway.send(message).then(
    () => null,
    (error: unknown) => failureOf(gateway, error),
  );
  const tookMs = Math.round(performance.now() - began);
  await recordSend(gateway.name, { tookMs, failure, afterFailure });
  return { tookMs, error: failure?.message ?? null };
}

function failureOf({ name }: SmsGateway, error: unknown): SendFailure {
  const isExpected =
    error instanceof SmsRefusedError ||
    error instanceof OutcomeUnknownError ||
    error instanceof MissingCredentialError;
  const message = isExpected ? error.message : "Internal error; see the server's log";
  if (isExpected)
    log().warn({ gateway: name, why: message }, "An SMS gateway did not confirm a text");
  // Logs only the place: the error itself may contain the text.
  else
    log().error({ gateway: name, at: sourceLineOf(error) }, "Sending an SMS failed unexpectedly");
  return {
    message,
    isNumberRejected: error instanceof SmsRefusedError && error.isNumberRejected,
  };
}

function sourceLineOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return (
    stack
      .split("\n")
      .find((line) => line.startsWith("    at "))
      ?.trim() ?? ""
  );
}
