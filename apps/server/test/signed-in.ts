import type { Answer } from "@rokad/contract/call";
import type { PayoutForm } from "@rokad/contract/payout-form";
import { sendPayoutOtp, verifyPayoutOtp } from "@rokad/contract/payouts";
import { listSandboxMessages } from "@rokad/contract/sandbox";
import { sendOtp, verifyOtp } from "@rokad/contract/sign-in";
import { getBalance } from "@rokad/contract/wallet";
import type { FastifyInstance } from "fastify";
import { now } from "../src/kernel/clock.ts";
import { issueAccessToken } from "../src/identity/sign-in/access-token.ts";
import { injectedAddress, processKey } from "./session-key.ts";
import { callerOf, type Caller, type SendOptions } from "./caller.ts";

/** A signed-in person who can call the API. */
export type SignedIn = ReturnType<typeof signedIn>;

/** Signs in with the code from the sandbox's SMS. */
export async function signInTo(app: FastifyInstance, mobile: string, check: () => void) {
  const anyone = callerOf(app, undefined, check);
  await anyone.ask(sendOtp, { body: { mobile } });
  const body = { mobile, otp: await newestCode(anyone, mobile) };
  const key = await processKey();
  const iat = Math.floor(now().getTime() / 1000);
  const proof = await key.proof(injectedAddress("/auth/verify-otp"), { iat });
  const { data } = await anyone.ask(verifyOtp, { body }, { proof });
  const token = withLongLife(data.access_token);
  return signedIn(callerOf(app, token, check), mobile, { ...data, access_token: token });
}

const longLifeMinutes = 15;

/** Signs the token again for longer, so that tests of other subjects can move the clock further. */
function withLongLife(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
    sid: string;
    sub: string;
  };
  return issueAccessToken({ id: claims.sid, personId: claims.sub }, longLifeMinutes);
}

/** The newest code that the sandbox sent to a number; a notice may have been sent after it. */
export async function newestCode(anyone: Caller, mobile: string): Promise<string> {
  const { data } = await anyone.ask(listSandboxMessages, { query: { mobile } });
  return data.find(({ code }) => code !== null)?.code ?? "no code";
}

function signedIn(caller: Caller, mobile: string, data: Answer<typeof verifyOtp>["data"]) {
  return Object.assign(caller, {
    id: data.user.id,
    name: data.user.name,
    mobile,
    token: data.access_token,
    refreshToken: data.refresh_token,

    /** The spendable balance in paise. */
    async balance(): Promise<number> {
      return (await caller.ask(getBalance, {})).data.main_balance.amount;
    },

    /** Sends a payout with a code, as the console does. */
    async pay(order: PayoutForm, options?: SendOptions) {
      await caller.ask(sendPayoutOtp, { body: { mobile, payout: order } });
      const code = { mobile, otp: await newestCode(caller, mobile) };
      const { data: authorization } = await caller.ask(verifyPayoutOtp, { body: code });
      return caller.post("/payouts/initiate", { ...order, ...authorization }, options);
    },
  });
}
