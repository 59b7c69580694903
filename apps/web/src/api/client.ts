import { isFileCall, type Answer, type Call, type Input } from "@rokad/contract/call";
import { translateAnswer } from "../answers.ts";
import { t } from "../language.ts";
import { ApiError, NoAnswerError } from "./api-error.ts";
import { addressOf } from "./address.ts";
import { http, type HttpRequest, type ResumePoint } from "./http.ts";
import { saveRotation, readLastRotation } from "./last-rotation.ts";
import { createRenewal, SessionOverError } from "./renewal.ts";
import { endSession } from "./session.ts";
import { readTokens, saveTokens } from "./tokens.ts";
import { currentViewing, leaveViewing } from "./viewing.ts";

export interface SendOptions {
  idempotencyKey?: string;
  signal?: AbortSignal;
  resumeFrom?: ResumePoint;
  /** The token of a signature. */
  signature?: string;
  /** With the super admin's own session, also while they view a tenant's console. */
  asSelf?: boolean;
}

/**
 * Makes a call of the contract: `await send(getBalance, {})`, `await send(getPayout, {params: {id}})`.
 * @throws {ApiError} the server answered with an error.
 * @throws {NoAnswerError} no response; the server may have received the request.
 * @throws {SessionOverError} the session ended; the browser opens the sign-in page.
 */
export async function send<const C extends Call>(
  call: C,
  input: Input<C>,
  options: SendOptions = {},
): Promise<Answer<C>> {
  const response = await sendRaw(call, input, options);
  try {
    return translateAnswer((await response.json()) as Answer<C>);
  } catch (cause) {
    // It stalled or broke off after its headers.
    if (options.signal?.aborted) throw cause;
    throw new NoAnswerError(t`The answer did not arrive whole`, { cause });
  }
}

/**
 * As `send`, but returns the raw response: for files and streams. A request that needs a signature
 * is sent again with the person's.
 */
export async function sendRaw<const C extends Call>(
  call: C,
  input: Input<C>,
  options: SendOptions = {},
): Promise<Response> {
  try {
    return await sendOnce(call, input, options);
  } catch (error) {
    if (!(error instanceof ApiError && error.stepUp) || options.signature) throw error;
    const { sendSigned } = await import("./step-up.ts");
    return sendSigned(error, addressOf(call, input), (signature) =>
      sendOnce(call, input, { ...options, signature }),
    );
  }
}

async function sendOnce<const C extends Call>(
  call: C,
  input: Input<C>,
  options: SendOptions,
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
  if (viewing && call.who !== "superadmin" && !options.asSelf)
    return sendAsViewer(request, viewing.accessToken);
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
    endSession(codeOf(error));
    throw new SessionOverError("The session is over", { cause: error });
  }
}

/** A tenant view is not renewed. When the server ends it, the super admin returns to their console. */
async function sendAsViewer(request: HttpRequest, accessToken: string): Promise<Response> {
  try {
    return await http({ ...request, accessToken });
  } catch (error) {
    if (!isOver(error)) throw error;
    leaveViewing();
    throw new SessionOverError("The view is over", { cause: error });
  }
}

/** The server's reason, which a rejected renewal has as its cause. */
function codeOf(error: unknown): string | undefined {
  const answer = error instanceof SessionOverError ? error.cause : error;
  return answer instanceof ApiError ? answer.code : undefined;
}

function isOver(error: unknown): boolean {
  return error instanceof SessionOverError || (error instanceof ApiError && error.status === 401);
}

const { freshToken, renew } = createRenewal({
  read: readTokens,
  save: saveTokens,
  readLastRotation,
  saveRotation,
  now: Date.now,
  // Web Locks need https or localhost. Without them only this tab's renewals are serialised.
  exclusive: (work) =>
    navigator.locks ? navigator.locks.request("session-renewal", work) : work(),
  rotate: async (refreshToken) => {
    const { refreshTokens } = await import("./bound-session.ts");
    return refreshTokens(refreshToken);
  },
});
