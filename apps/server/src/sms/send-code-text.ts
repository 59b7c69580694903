import type { SmsKind } from "@rokad/contract/sms-text";
import { smsNotSent } from "../errors.ts";
import { log } from "../log.ts";
import { readSettings } from "../platform/settings.ts";
import { noteSend, type Failure } from "./note-send.ts";
import { smsGateways, SmsRefusedError, type SmsGateway, type SmsMessage } from "./sms.ts";
import { OutcomeUnknownError } from "../providers/provider.ts";
import { MissingCredentialError } from "../credentials/credentials.ts";
import { writeText, type Told } from "./write-text.ts";

/**
 * Texts a code in the words that are registered for its kind. Where the first gateway gives no
 * clear yes, the second is asked at once, once: two texts with the same code harm nobody.
 * @throws 503 `SMS_NOT_SENT` when none of them took it.
 */
export async function sendCodeText(kind: SmsKind, mobile: string, told: Told): Promise<void> {
  const settings = await readSettings();
  const template = settings[`${kind}_sms`];
  const message: SmsMessage = {
    mobile,
    kind,
    ...writeText(template, told),
    code: told.code,
    template,
    header: settings.dlt_header,
  };
  const gateways = smsGateways();
  for (const gateway of gateways) {
    const sent = await sendOver(gateway, message, { isLast: gateway === gateways.at(-1) });
    if (sent.error === null) return;
  }
  throw smsNotSent();
}

export interface Sent {
  readonly tookMs: number;
  /** Why it was not taken, without anything that is secret; null when it was. */
  readonly error: string | null;
}

/** One message over one gateway, whose outcome and time are kept. */
export async function sendOver(
  gateway: SmsGateway,
  message: SmsMessage,
  { isLast }: { readonly isLast: boolean },
): Promise<Sent> {
  const began = performance.now();
  const failure = await gateway.send(message).then(
    () => null,
    (error: unknown) => failureOf(gateway, error),
  );
  const tookMs = Math.round(performance.now() - began);
  await noteSend(gateway.name, { tookMs, failure, isLast });
  return { tookMs, error: failure?.what ?? null };
}

function failureOf({ name }: SmsGateway, error: unknown): Failure {
  const isExpected =
    error instanceof SmsRefusedError ||
    error instanceof OutcomeUnknownError ||
    error instanceof MissingCredentialError;
  const what = isExpected ? error.message : "A fault of ours";
  if (isExpected) log().warn({ gateway: name, why: what }, "A gateway did not take a text");
  // The fault itself may hold what was to be sent; where it happened does not.
  else log().error({ gateway: name, at: placeOf(error) }, "Sending a text broke");
  return { what, aboutNumber: error instanceof SmsRefusedError && error.aboutNumber };
}

function placeOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return (
    stack
      .split("\n")
      .find((line) => line.startsWith("    at "))
      ?.trim() ?? ""
  );
}
