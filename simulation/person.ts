import type { Call, Input } from "@rokad/contract/call";
import type { PayoutForm } from "@rokad/contract/payout-form";
import { sendPayoutOtp, verifyPayoutOtp } from "@rokad/contract/payouts";
import {
  sendWithdrawalOtp,
  verifyWithdrawalOtp,
  type WithdrawalForm,
} from "@rokad/contract/withdrawals";
import { refresh, sendOtp, verifyOtp } from "@rokad/contract/sign-in";
import { sendStepUpCode, verifyStepUpCode } from "@rokad/contract/step-up";
import { createSessionKey } from "../apps/server/test/session-key.ts";
import { setTimeout as pause } from "node:timers/promises";
import {
  NoResponseError,
  type ApiResult,
  type CallApi,
  type CallOptions,
  type DownloadFile,
} from "./api-client.ts";
import type { Phones } from "./phones.ts";
import type { Exchange } from "./recording/observer.ts";

export type Person = ReturnType<typeof openPerson>;

interface Connections {
  readonly callApi: CallApi;
  readonly downloadFile: DownloadFile;
  readonly phones: Phones;
  /** The owner's mobile number, of a business that the person is a member of; default: their own. */
  readonly business?: string;
  /** Gets each call of the person with its answer. */
  readonly observe: (exchange: Exchange) => void;
}

/** The token that authorises one payout, or the error code. */
type Authorisation = { readonly token: string } | { readonly rejection: string };

type CodeAnswer = { readonly ok: true } | { readonly ok: false; readonly code: string };

const signInSeconds = 30;
/** A text takes longer only if it is lost. */
const textSeconds = 3;
/** How often a request is signed or its session renewed. */
const signaturesMax = 6;
/** Every so many refreshes, one goes without a proof and ends the session. */
const theftEvery = 3;

/** A person with a phone, who signs in again after a session has ended. */
export function openPerson(
  mobile: string,
  { callApi, downloadFile, phones, observe, business = mobile }: Connections,
) {
  let token: string | undefined;
  let refreshToken: string | undefined;
  const sessionKey = createSessionKey();
  let refreshes = 0;
  let signingIn: Promise<void> | undefined;
  const browser: { cookie?: string } = {};
  let lastAuthorisation: Promise<unknown> = Promise.resolve();

  /** @throws {SignInRejectedError} if the account is deactivated. */
  async function signIn(): Promise<void> {
    if (await refreshSession()) return;
    const endsAt = Date.now() + signInSeconds * 1_000;
    while (Date.now() < endsAt) {
      const last = phones.newestCode(mobile);
      const sent = await callApi(sendOtp, { body: { mobile } }, { browser });
      const otp = sent.ok ? await nextCode(last) : last;
      // OTP_TOO_SOON: the code of some seconds ago is still valid.
      if ((sent.ok || sent.code === "OTP_TOO_SOON") && otp !== undefined) {
        const verified = await callApi(verifyOtp, { body: { mobile, otp } }, { browser, proof });
        if (verified.ok && "access_token" in verified.body.data) {
          token = verified.body.data.access_token;
          refreshToken = verified.body.data.refresh_token;
          return;
        }
        if (!verified.ok && verified.code === "ACCOUNT_INACTIVE")
          throw new SignInRejectedError(verified.code);
      }
      await pause(250);
    }
    throw new NoResponseError(`No sign-in within ${signInSeconds} seconds`);
  }

  /** The code that arrives after the answer; the last one if none arrives. */
  async function nextCode(last: string | undefined): Promise<string | undefined> {
    const endsAt = Date.now() + textSeconds * 1_000;
    while (phones.newestCode(mobile) === last && Date.now() < endsAt) await pause(20);
    return phones.newestCode(mobile);
  }

  async function refreshSession(): Promise<boolean> {
    if (refreshToken === undefined) return false;
    const body = { refresh_token: refreshToken };
    refreshToken = undefined;
    refreshes += 1;
    // As a thief would, who has the token and not the key.
    if (refreshes % theftEvery === 0) return refreshAsThief(body);
    const result = await callApi(refresh, { body }, { proof });
    // If the first response was lost, the token is used up and its repeat ends the session.
    if (!result.ok) return false;
    token = result.body.data.access_token;
    refreshToken = result.body.data.refresh_token;
    return true;
  }

  const proof = async (address: string, nonce?: string) =>
    (await sessionKey).proof(address, nonce === undefined ? {} : { nonce });

  /** @throws when a refresh without the key gets tokens. */
  async function refreshAsThief(body: { refresh_token: string }): Promise<false> {
    const result = await callApi(refresh, { body });
    if (result.ok) throw new Error("A refresh without the session's key got tokens");
    return false;
  }

  /** Calls and reports the exchange, with one answer for all repeats. */
  async function call<C extends Call>(
    contractCall: C,
    input: Input<C>,
    options: CallOptions = {},
  ): Promise<ApiResult<C>> {
    const sentAt = Date.now();
    let result: ApiResult<C> | undefined;
    try {
      result = await callSignedIn(contractCall, input, options);
      return result;
    } finally {
      const { key } = options;
      const at = Date.now();
      const exchange = { mobile, business, call: contractCall, input, key, sentAt, at, result };
      observe(exchange as Exchange);
    }
  }

  async function callSignedIn<C extends Call>(
    contractCall: C,
    input: Input<C>,
    options: CallOptions,
  ): Promise<ApiResult<C>> {
    let lostBefore = false;
    let signature: string | undefined;
    for (let tries = 1; ; tries += 1) {
      const tokenSent = await readToken();
      const sent = { ...options, token: tokenSent, signature };
      const result = await callApi(contractCall, input, sent);
      lostBefore ||= result.lostBefore;
      // After a lost answer the signature is used up, and the repeat needs another one.
      if (!result.ok && result.stepUp !== undefined && tries <= signaturesMax) {
        const { stepUp } = result;
        signature = await inTurn(() => signRequest(stepUp));
        continue;
      }
      if (result.status !== 401 || tries > signaturesMax) return { ...result, lostBefore };
      if (token === tokenSent) token = undefined;
    }
  }

  /** The token that signs what an answer asked for; undefined if the code did not fit. */
  async function signRequest(id: string): Promise<string | undefined> {
    const options = { token: await readToken() };
    const sent = await callApi(sendStepUpCode, { body: { id } }, options);
    if (!sent.ok && sent.code !== "OTP_TOO_SOON") return undefined;
    const otp = phones.newestCode(mobile) ?? "000000";
    const verified = await callApi(verifyStepUpCode, { body: { id, otp } }, options);
    return verified.ok ? verified.body.data.token : undefined;
  }

  async function readToken(): Promise<string> {
    if (token === undefined) await (signingIn ??= signIn().finally(() => (signingIn = undefined)));
    return token ?? "";
  }

  async function authorise(
    send: () => Promise<CodeAnswer>,
    verify: typeof verifyPayoutOtp | typeof verifyWithdrawalOtp,
  ): Promise<Authorisation> {
    const sent = await send();
    if (!sent.ok && sent.code !== "OTP_TOO_SOON") return { rejection: sent.code };
    const otp = phones.newestCode(mobile);
    if (otp === undefined) return { rejection: "no code arrived" };
    const verified = await call(verify, { body: { mobile, otp } });
    return verified.ok
      ? { token: verified.body.data.authorization_token }
      : { rejection: verified.code };
  }

  /** One at a time, because only the newest code is valid. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = lastAuthorisation.then(work);
    lastAuthorisation = result.catch(() => undefined);
    return result;
  }

  return {
    mobile,
    call,
    /** The text of a CSV file. @throws {NoResponseError} if no server sent it. */
    async download<C extends Call>(contractCall: C, input: Input<C>): Promise<string> {
      return downloadFile(contractCall, input, await readToken());
    },
    authorise: (payout: PayoutForm): Promise<Authorisation> =>
      inTurn(() =>
        authorise(() => call(sendPayoutOtp, { body: { mobile, payout } }), verifyPayoutOtp),
      ),
    authoriseWithdrawal: (withdrawal: WithdrawalForm): Promise<Authorisation> =>
      inTurn(() =>
        authorise(
          () => call(sendWithdrawalOtp, { body: { mobile, withdrawal } }),
          verifyWithdrawalOtp,
        ),
      ),
    newestCode: () => phones.newestCode(mobile) ?? "000000",
  };
}

/** The account is deactivated. */
export class SignInRejectedError extends Error {
  override name = "SignInRejectedError";
}
