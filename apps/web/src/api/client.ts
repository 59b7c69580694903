import { isFileCall, type Answer, type Call, type Input } from "@rokad/contract/call";
import { ApiError } from "./api-error.ts";
import { addressOf } from "./address.ts";
import { http, type HttpRequest, type RestOfFile } from "./http.ts";
import { noteTrade, readLastTrade } from "./last-trade.ts";
import { makeRenewal, SessionOverError } from "./renewal.ts";
import { endSession } from "./session.ts";
import { readTokens, saveTokens } from "./tokens.ts";
import { currentViewing, leaveViewing } from "./viewing.ts";

export interface SendOptions {
  idempotencyKey?: string;
  signal?: AbortSignal;
  rest?: RestOfFile;
}

/**
 * Makes a call of the contract: `await send(getBalance, {})`, `await send(getPayout, {params: {id}})`.
 * @throws {ApiError} the server refused it.
 * @throws {NoAnswerError} no answer came; what was sent may have arrived.
 * @throws {SessionOverError} the session is over; the browser is on its way to the sign-in.
 */
export async function send<const C extends Call>(
  call: C,
  input: Input<C>,
  options: SendOptions = {},
): Promise<Answer<C>> {
  const response = await sendRaw(call, input, options);
  return (await response.json()) as Answer<C>;
}

/** As `send`, with the answer as it came: for files and streams. */
export async function sendRaw<const C extends Call>(
  call: C,
  input: Input<C>,
  options: SendOptions = {},
): Promise<Response> {
  const request = {
    method: call.method,
    path: addressOf(call, input),
    body: input.body,
    isFile: isFileCall(call) || call.answer === "events",
    sendsFile: call.bodyBytesMax !== undefined,
    ...options,
  };
  if (call.who === "anyone") return http(request);
  const viewing = currentViewing();
  if (viewing && call.who !== "superadmin") return sendAsViewer(request, viewing.accessToken);
  try {
    const accessToken = await freshToken();
    try {
      return await http({ ...request, accessToken });
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error;
      return await http({ ...request, accessToken: await renew(accessToken) });
    }
  } catch (error) {
    if (!isOver(error)) throw error;
    endSession();
    throw new SessionOverError("The session is over", { cause: error });
  }
}

/** A view is not renewed: when the server ends it, the super admin is back where they came from. */
async function sendAsViewer(request: HttpRequest, accessToken: string): Promise<Response> {
  try {
    return await http({ ...request, accessToken });
  } catch (error) {
    if (!isOver(error)) throw error;
    leaveViewing();
    throw new SessionOverError("The view is over", { cause: error });
  }
}

function isOver(error: unknown): boolean {
  return error instanceof SessionOverError || (error instanceof ApiError && error.status === 401);
}

const { freshToken, renew } = makeRenewal({
  read: readTokens,
  save: saveTokens,
  lastTrade: readLastTrade,
  noteTrade,
  now: Date.now,
  // Web Locks exist on https and localhost; elsewhere a tab can only wait for itself.
  alone: (work) => (navigator.locks ? navigator.locks.request("session-renewal", work) : work()),
  trade: async (refreshToken) => {
    const body = { refresh_token: refreshToken };
    const response = await http({ method: "POST", path: "/auth/refresh", body });
    const answer = (await response.json()) as {
      data: { access_token: string; refresh_token: string };
    };
    return answer.data;
  },
});
