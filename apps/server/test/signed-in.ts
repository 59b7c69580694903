import type { Answer } from "@rokad/contract/call";
import { acceptFirstInvitation } from "@rokad/contract/own-invitations";
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
  const data = await identifyTo(callerOf(app, undefined, check), mobile);
  if (!("access_token" in data)) throw new Error("Invited, and a member of no business");
  return openedSession(app, mobile, data, check);
}

/** Signs in without a business, and accepts the oldest invitation. */
export async function joinTo(
  app: FastifyInstance,
  mobile: string,
  check: () => void,
  name?: string,
) {
  const anyone = callerOf(app, undefined, check);
  const data = await identifyTo(anyone, mobile);
  if (!("invitation_token" in data)) throw new Error("A member already");
  const { invitation_token, invitations } = data;
  const body = { invitation_token, invitation_id: invitations[0]?.id ?? "", name };
  const proof = await proofFor("/auth/invitations/accept");
  const { data: session } = await anyone.ask(acceptFirstInvitation, { body }, { proof });
  return openedSession(app, mobile, session, check);
}

/** Proves with a code who has this number. @returns a session, or their invitations. */
export async function identifyTo(anyone: Caller, mobile: string) {
  await anyone.ask(sendOtp, { body: { mobile } });
  const body = { mobile, otp: await newestCode(anyone, mobile) };
  return (await anyone.ask(verifyOtp, { body }, { proof: await proofFor("/auth/verify-otp") }))
    .data;
}

async function proofFor(path: string): Promise<string> {
  const key = await processKey();
  return key.proof(injectedAddress(path), { iat: Math.floor(now().getTime() / 1000) });
}

type OpenedSession = Answer<typeof acceptFirstInvitation>["data"];

function openedSession(
  app: FastifyInstance,
  mobile: string,
  data: OpenedSession,
  check: () => void,
) {
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

function signedIn(caller: Caller, mobile: string, data: OpenedSession) {
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
