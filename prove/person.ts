import type { Call, Input } from "@rokad/contract/call";
import type { PayoutForm } from "@rokad/contract/payout-form";
import { sendPayoutOtp, verifyPayoutOtp } from "@rokad/contract/payouts";
import { refresh, sendOtp, verifyOtp } from "@rokad/contract/sign-in";
import { setTimeout as pause } from "node:timers/promises";
import { NoAnswerError, type Ask, type Heard, type Way } from "./caller.ts";
import type { Phones } from "./phone.ts";

export type Person = ReturnType<typeof openPerson>;

interface Setup {
  readonly ask: Ask;
  readonly phones: Phones;
}

const signInSeconds = 30;

/** Somebody with a phone, who signs in again whenever their session is over. */
export function openPerson(mobile: string, { ask, phones }: Setup) {
  let token: string | undefined;
  let refreshToken: string | undefined;
  let signingIn: Promise<void> | undefined;
  let authorising: Promise<unknown> = Promise.resolve();

  /** @throws {Refused} when the account was deactivated. */
  async function signIn(): Promise<void> {
    if (await refreshed()) return;
    const end = Date.now() + signInSeconds * 1_000;
    while (Date.now() < end) {
      const sent = await ask(sendOtp, { body: { mobile } });
      const otp = phones.newestCode(mobile);
      // One that was sent some seconds ago is the one that counts.
      if ((sent.ok || sent.code === "OTP_TOO_SOON") && otp !== undefined) {
        const entered = await ask(verifyOtp, { body: { mobile, otp } });
        if (entered.ok) {
          token = entered.body.data.access_token;
          refreshToken = entered.body.data.refresh_token;
          return;
        }
        if (entered.code === "ACCOUNT_INACTIVE") throw new SignInRefusedError(entered.code);
      }
      await pause(250);
    }
    throw new NoAnswerError("Nobody could sign in");
  }

  async function refreshed(): Promise<boolean> {
    if (refreshToken === undefined) return false;
    const body = { refresh_token: refreshToken };
    refreshToken = undefined;
    const heard = await ask(refresh, { body });
    // An answer that was lost has used the token up: its repeat has ended the session.
    if (!heard.ok) return false;
    token = heard.body.data.access_token;
    refreshToken = heard.body.data.refresh_token;
    return true;
  }

  async function call<C extends Call>(what: C, input: Input<C>, way: Way = {}): Promise<Heard<C>> {
    let lostBefore = false;
    for (let tries = 1; ; tries += 1) {
      if (token === undefined)
        await (signingIn ??= signIn().finally(() => (signingIn = undefined)));
      const used = token;
      const heard = await ask(what, input, { ...way, token: used });
      lostBefore ||= heard.lostBefore;
      if (heard.status !== 401 || tries === 4) return { ...heard, lostBefore };
      if (token === used) token = undefined;
    }
  }

  /** The token that pays exactly this, or why there is none. One at a time: the newest code counts. */
  async function authorise(payout: PayoutForm): Promise<{ token: string } | { no: string }> {
    const sent = await call(sendPayoutOtp, { body: { mobile, payout } });
    if (!sent.ok && sent.code !== "OTP_TOO_SOON") return { no: sent.code };
    const otp = phones.newestCode(mobile);
    if (otp === undefined) return { no: "no code arrived" };
    const verified = await call(verifyPayoutOtp, { body: { mobile, otp } });
    return verified.ok ? { token: verified.body.data.authorization_token } : { no: verified.code };
  }

  return {
    mobile,
    call,
    authorise(payout: PayoutForm): Promise<{ token: string } | { no: string }> {
      const mine = authorising.then(() => authorise(payout));
      authorising = mine.catch(() => undefined);
      return mine;
    },
    newestCode: () => phones.newestCode(mobile) ?? "000000",
  };
}

/** Whoever signs in is told that the account was deactivated. */
export class SignInRefusedError extends Error {
  override name = "SignInRefusedError";
}
