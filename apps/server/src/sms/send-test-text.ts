import { randomInt } from "node:crypto";
import { limits } from "@rokad/contract/limits";
import type { SmsGatewayName } from "@rokad/contract/sms-gateways";
import type { SmsKind } from "@rokad/contract/sms-text";
import { record } from "../audit/record.ts";
import { database, transaction } from "../db.ts";
import { notFound, tooMany } from "../errors.ts";
import { productName } from "../platform/read-branding.ts";
import { readSettings } from "../platform/settings.ts";
import { countInHour } from "../sign-in/count-use.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import { sendOver, type Sent } from "./send-code-text.ts";
import { smsGateways, type SmsGateway, type SmsMessage } from "./sms.ts";
import { payeeInText, writeText } from "./write-text.ts";

interface Wish {
  readonly name: SmsGatewayName;
  readonly kind: SmsKind;
}

/**
 * Texts a super admin's own number over one gateway, with no other behind it: a registered text
 * with a code that opens nothing.
 * @throws 404 for a gateway that this installation has not, 429 after 20 in an hour.
 */
export async function sendTestText(person: SuperAdmin, { name, kind }: Wish): Promise<Sent> {
  const gateway = smsGateways().find((one) => one.name === name);
  if (!gateway) throw notFound("This gateway");
  const { used, secondsLeft } = await countInHour(database(), `test texts of ${person.id}`);
  if (used > limits.testTextsPerHourMax) {
    throw tooMany(
      "TOO_MANY_REQUESTS",
      `That were ${limits.testTextsPerHourMax} test texts in this hour. Please try again later.`,
      secondsLeft,
    );
  }
  return testGateway(gateway, { by: person, mobile: person.mobile, kind });
}

interface Test {
  /** Null for the command line. */
  readonly by: SuperAdmin | null;
  readonly mobile: string;
  readonly kind: SmsKind;
}

/** The same to any number, for who sets the gateways up before anybody can sign in. */
export async function testGateway(gateway: SmsGateway, { by, mobile, kind }: Test): Promise<Sent> {
  const sent = await sendOver(gateway, await testMessage(mobile, kind), { isLast: false });
  await transaction((db) =>
    record(db, {
      act: "sms.test_sent",
      by,
      subject: { kind: "sms_gateway", id: gateway.name },
      after: { text: kind, sent: sent.error === null },
    }),
  );
  return sent;
}

async function testMessage(mobile: string, kind: SmsKind): Promise<SmsMessage> {
  const settings = await readSettings();
  const template = settings[`${kind}_sms`];
  const code = String(randomInt(10 ** limits.otpDigits)).padStart(limits.otpDigits, "0");
  const told = {
    code,
    product: await productName(),
    amount: "1.00",
    beneficiary: payeeInText({ name: "Test text", to: { accountNumber: "0000" } }),
    decision: "RK0000000000 as failed",
  };
  const text = writeText(template, told);
  return { mobile, kind, ...text, code, template, header: settings.dlt_header };
}
