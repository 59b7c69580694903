import { limits } from "@rokad/contract/limits";
import { otpStatus } from "@rokad/contract/sign-in";
import { pino } from "pino";
import { createSuperAdmin } from "../src/identity/people/create-super-admin.ts";
import { useCredentials } from "../src/kernel/credentials.ts";
import { database } from "../src/database/db.ts";
import { useLog } from "../src/kernel/log.ts";
import { msg91 } from "../src/identity/sms/msg91.ts";
import { useRegisteredTexts } from "../src/identity/settings/registered-texts.ts";
import { afterAnswers } from "../src/identity/sign-in/run-after-answer.ts";
import { useSmsGateways } from "../src/identity/sms/sms-gateway.ts";
import { twilio } from "../src/identity/sms/twilio.ts";
import { openPayoutWorld } from "./payout-world.ts";
import { msg91Templates } from "./sms-message.ts";
import { msg91Key, openMsg91 } from "./stand-ins/msg91.ts";
import { openTwilio, twilioAccount } from "./stand-ins/twilio.ts";

export type SmsWorld = Awaited<ReturnType<typeof openSmsWorld>>;

const timeoutMs = 5_000;
/** For a test whose gateway never answers. */
const shortTimeoutMs = 100;

/**
 * A world that sends texts through MSG91 with Twilio as fallback. `admin` and `payer` have signed in
 * with the sandbox's codes.
 */
export async function openSmsWorld() {
  const world = await openPayoutWorld();
  const admin = await world.superAdmin();
  const payer = await world.payer("₹50,000");
  const msg91StandIn = await openMsg91(msg91Templates);
  const twilioStandIn = await openTwilio();
  const logLines: string[] = [];
  useLog(pino({ level: "trace" }, { write: (line: string) => void logLines.push(line) }));
  const setKeys = () => useCredentials({ MSG91_AUTH_KEY: msg91Key, ...twilioAccount });
  setKeys();
  useRegisteredTexts({
    entityId: "1101160000000012345",
    header: "ROKADP",
    dltTemplateId: {
      sign_in: "1107160000000012345",
      payout: "1107160000000012346",
      decision: "1107160000000012347",
      approval: "1107160000000012352",
      approvals: "1107160000000012353",
      payout_lock: "1107160000000012348",
      new_device: "1107160000000012349",
      session_stolen: "1107160000000012350",
      codes_guessed: "1107160000000012351",
      email_changed: "1107160000000012352",
      payouts_failed: "1107160000000012353",
      payouts_paid: "1107160000000012354",
    },
    msg91TemplateId: {
      sign_in: "m91signin",
      payout: "m91payout",
      decision: "m91decision",
      approval: "m91approval",
      approvals: "m91approvals",
      payout_lock: "m91lock",
      new_device: "m91device",
      session_stolen: "m91stolen",
      codes_guessed: "m91guessed",
      email_changed: "m91email",
      payouts_failed: "m91failed",
      payouts_paid: "m91paid",
    },
  });
  const first = (ms: number) => msg91({ baseUrl: msg91StandIn.url, timeoutMs: ms });
  const second = twilio({ baseUrl: twilioStandIn.url, timeoutMs });
  /** Requests a code and waits for its text, which is sent after the answer. */
  async function requestCode(mobile: string) {
    const answer = await world.anyone.post("/auth/send-otp", { mobile });
    await afterAnswers();
    return answer;
  }
  await database().deleteFrom("sms_gateways").execute();
  await database().deleteFrom("sms_hours").execute();

  return {
    ...world,
    admin,
    payer,
    msg91: msg91StandIn,
    twilio: twilioStandIn,
    setKeys,
    /** All lines of the log. */
    logLines: logLines as readonly string[],
    /** Uses MSG91, with Twilio as fallback or alone. */
    useGateways(hasFallback: boolean, { shortTimeout = false } = {}): void {
      const one = first(shortTimeout ? shortTimeoutMs : timeoutMs);
      useSmsGateways(...(hasFallback ? [one, second] : [one]));
    },
    /** Creates a person and returns their number. */
    async newPerson(): Promise<string> {
      const mobile = world.newMobile();
      await createSuperAdmin({ mobile, name: "Kabir Rao" });
      return mobile;
    },
    requestCode,
    /** Requests a code; five seconds later its browser learns this. */
    async requestedDelivery(mobile: string): Promise<"sent" | "not_sent"> {
      const { status, text } = await requestCode(mobile);
      if (status !== 200) throw new Error(text);
      world.pass(limits.otpStatusSeconds * 1_000);
      return (await world.anyone.ask(otpStatus, { body: { mobile } })).data.delivery;
    },
    /** The texts that both gateways delivered to a number. */
    deliveredTo: (mobile: string) =>
      [...msg91StandIn.delivered, ...twilioStandIn.delivered]
        .filter((one) => one.mobile === mobile)
        .map(({ text }) => text),
    async close(): Promise<void> {
      useCredentials({});
      await msg91StandIn.close();
      await twilioStandIn.close();
      await world.close();
    },
  };
}
