import { pino } from "pino";
import { openSuperAdmin } from "../src/admin.ts";
import { useCredentials } from "../src/credentials/credentials.ts";
import { database } from "../src/db.ts";
import { useLog } from "../src/log.ts";
import { msg91 } from "../src/sms/msg91.ts";
import { useRegistered } from "../src/sms/registered.ts";
import { useSmsGateways } from "../src/sms/sms.ts";
import { twilio } from "../src/sms/twilio.ts";
import { openPayoutWorld } from "./payout-world.ts";
import { msg91Templates } from "./sms-message.ts";
import { msg91Key, openMsg91 } from "./stand-ins/msg91.ts";
import { openTwilio, twilioAccount } from "./stand-ins/twilio.ts";

export type SmsWorld = Awaited<ReturnType<typeof openSmsWorld>>;

const timeoutMs = 5_000;
/** For a test whose gateway never answers. */
const impatientMs = 100;

/**
 * A world whose texts go out over MSG91, and over Twilio behind it. `boss` and `payer` have signed
 * in before, with the sandbox's codes.
 */
export async function openSmsWorld() {
  const world = await openPayoutWorld();
  const boss = await world.superAdmin();
  const payer = await world.payer("₹50,000");
  const farMsg91 = await openMsg91(msg91Templates);
  const farTwilio = await openTwilio();
  const logged: string[] = [];
  useLog(pino({ level: "trace" }, { write: (line: string) => void logged.push(line) }));
  const setKeys = () => useCredentials({ MSG91_AUTH_KEY: msg91Key, ...twilioAccount });
  setKeys();
  useRegistered({
    entityId: "1101160000000012345",
    header: "ROKADP",
    dltTemplateId: {
      sign_in: "1107160000000012345",
      payout: "1107160000000012346",
      decision: "1107160000000012347",
    },
    msg91TemplateId: { sign_in: "m91signin", payout: "m91payout", decision: "m91decision" },
  });
  const first = (ms: number) => msg91({ baseUrl: farMsg91.url, timeoutMs: ms });
  const second = twilio({ baseUrl: farTwilio.url, timeoutMs });
  await database().deleteFrom("sms_gateways").execute();
  await database().deleteFrom("sms_hours").execute();

  return {
    ...world,
    boss,
    payer,
    msg91: farMsg91,
    twilio: farTwilio,
    setKeys,
    /** Everything that went into the log. */
    logged: logged as readonly string[],
    /** With Twilio behind MSG91, or MSG91 alone. */
    withSecond(has: boolean, { impatient = false } = {}): void {
      const one = first(impatient ? impatientMs : timeoutMs);
      useSmsGateways(...(has ? [one, second] : [one]));
    },
    /** A number with an account. */
    async newPerson(): Promise<string> {
      const mobile = world.newMobile();
      await openSuperAdmin({ mobile, name: "Kabir Rao" });
      return mobile;
    },
    ask: (mobile: string) => world.anyone.post("/auth/send-otp", { mobile }),
    /** The texts that arrived at a number, whoever brought them. */
    textsTo: (mobile: string) =>
      [...farMsg91.arrived, ...farTwilio.arrived]
        .filter((one) => one.mobile === mobile)
        .map(({ text }) => text),
    async close(): Promise<void> {
      useCredentials({});
      await farMsg91.close();
      await farTwilio.close();
      await world.close();
    },
  };
}
