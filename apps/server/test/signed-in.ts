import type { Answer } from "@rokad/contract/call";
import type { PayoutForm } from "@rokad/contract/payout-form";
import { sendPayoutOtp, verifyPayoutOtp } from "@rokad/contract/payouts";
import { listSandboxMessages } from "@rokad/contract/sandbox";
import { sendOtp, verifyOtp } from "@rokad/contract/sign-in";
import { getBalance } from "@rokad/contract/wallet";
import type { FastifyInstance } from "fastify";
import { callerOf, type Caller, type Sending } from "./caller.ts";

/** Somebody who has signed in. */
export type SignedIn = ReturnType<typeof signedIn>;

/** Signs in with the code that the sandbox "texted". */
export async function signInTo(app: FastifyInstance, mobile: string, check: () => void) {
  const anyone = callerOf(app, undefined, check);
  await anyone.ask(sendOtp, { body: { mobile } });
  const body = { mobile, otp: await newestCode(anyone, mobile) };
  const { data } = await anyone.ask(verifyOtp, { body });
  return signedIn(callerOf(app, data.access_token, check), mobile, data);
}

/** The newest code that was texted to a number. */
export async function newestCode(anyone: Caller, mobile: string): Promise<string> {
  const { data } = await anyone.ask(listSandboxMessages, { query: { mobile } });
  return data[0]?.code ?? "no code";
}

function signedIn(caller: Caller, mobile: string, data: Answer<typeof verifyOtp>["data"]) {
  return Object.assign(caller, {
    id: data.user.id,
    name: data.user.name,
    mobile,
    token: data.access_token,
    refreshToken: data.refresh_token,

    /** What can be spent, in paise. */
    async balance(): Promise<number> {
      return (await caller.ask(getBalance, {})).data.main_balance.amount;
    },

    /** Sends a payout with its code, as the console does. */
    async pay(order: PayoutForm, sending?: Sending) {
      await caller.ask(sendPayoutOtp, { body: { mobile, payout: order } });
      const code = { mobile, otp: await newestCode(caller, mobile) };
      const { data: allowed } = await caller.ask(verifyPayoutOtp, { body: code });
      return caller.post("/payouts/initiate", { ...order, ...allowed }, sending);
    },
  });
}
