import { randomInt } from "node:crypto";
import { limits } from "@rokad/contract/limits";
import type { SmsGatewayName } from "@rokad/contract/sms-gateways";
import { codeSmsKinds, type SmsKind } from "@rokad/contract/sms-text";
import { record } from "../audit/record.ts";
import { now } from "../../kernel/clock.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import { database, transaction } from "../../database/db.ts";
import { notFound, tooManyRequests } from "../../kernel/errors.ts";
import { productName } from "../settings/read-branding.ts";
import { countInHour } from "../rate-limit.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { createMessage } from "./create-message.ts";
import { sendThrough, type SendResult } from "./send-code-text.ts";
import { smsGateways, type SmsGateway, type SmsMessage } from "./sms-gateway.ts";
import { formatPayee } from "./write-text.ts";

interface TestTextRequest {
  readonly name: SmsGatewayName;
  readonly kind: SmsKind;
}

/**
 * Sends a registered text with a useless code to the super admin's own number, through one gateway
 * without fallback.
 * @throws 404 when the gateway is not configured, 429 above 20 in an hour.
 */
export async function sendTestText(
  person: SuperAdmin,
  { name, kind }: TestTextRequest,
): Promise<SendResult> {
  const gateway = smsGateways().find((one) => one.name === name);
  if (!gateway) throw notFound("This gateway");
  const { used, secondsLeft } = await countInHour(database(), `test texts of ${person.member.id}`);
  if (used > limits.testTextsPerHourMax) {
    throw tooManyRequests(
      "TOO_MANY_REQUESTS",
      `You have sent ${limits.testTextsPerHourMax} test texts this hour. Try again later.`,
      secondsLeft,
    );
  }
  return sendTestThrough(gateway, { by: person, mobile: person.member.mobile, kind });
}

interface TestText {
  /** Null for the command line. */
  readonly by: SuperAdmin | null;
  readonly mobile: string;
  readonly kind: SmsKind;
}

/** Sends a test text to any number. The command line uses it before the first sign-in. */
export async function sendTestThrough(
  gateway: SmsGateway,
  { by, mobile, kind }: TestText,
): Promise<SendResult> {
  const message = await testMessage(mobile, kind, await productName());
  const result = await sendThrough(gateway, message, "no_text");
  await transaction((db) =>
    record(db, {
      act: "sms.test_sent",
      by,
      subject: { kind: "sms_gateway", id: gateway.name },
      after: { text: kind, sent: result.error === null },
    }),
  );
  return result;
}

function testMessage(mobile: string, kind: SmsKind, product: string): Promise<SmsMessage> {
  const code = String(randomInt(10 ** limits.otpDigits)).padStart(limits.otpDigits, "0");
  const minute = dateTimeInIndia(now()).slice(0, -":00".length);
  return createMessage(kind, mobile, {
    ...(isCodeKind(kind) && { code }),
    product,
    amount: "1.00",
    beneficiary: formatPayee({ name: "Test text", to: { accountNumber: "0000" } }),
    decision: "RKA2EM233TB1T94JS as failed",
    until: minute,
    device: "Test device",
    time: minute,
    count: "1",
    business: "Test business",
  });
}

const isCodeKind = (kind: SmsKind) => codeSmsKinds.some((one) => one === kind);
