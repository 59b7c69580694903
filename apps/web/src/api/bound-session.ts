import type { Answer } from "@rokad/contract/call";
import type { acceptFirstInvitation } from "@rokad/contract/own-invitations";
import type { refresh, verifyOtp } from "@rokad/contract/sign-in";
import { ApiError } from "./api-error.ts";
import { http } from "./http.ts";
import { isKeyLost, signProof } from "./session-key.ts";
import { saveKeyId } from "./tokens.ts";

/* Loaded at the first sign-in or renewal, so that no page waits for it. */

/** A session, or the invitations of a person who belongs to no business yet. */
export type SignInAnswer = Answer<typeof verifyOtp>["data"];
type OpenedSession = Answer<typeof acceptFirstInvitation>["data"];

/** Signs in and binds the session to this browser's key. @throws what `http` throws. */
export function signIn(mobile: string, otp: string): Promise<SignInAnswer> {
  return postWithProof("/auth/verify-otp", { mobile, otp });
}

/** The same with a passkey's answer to a challenge. @throws what `http` throws. */
export function signInWithAnswer(answer: object): Promise<SignInAnswer> {
  return postWithProof("/auth/passkeys/sign-in", answer);
}

/** Joins the business of an invitation, with the token of a sign-in. @throws what `http` throws. */
export function joinWithToken(choice: {
  invitation_id: string;
  invitation_token: string;
  name: string | undefined;
}): Promise<OpenedSession> {
  return postWithProof("/auth/invitations/accept", choice);
}

/**
 * Exchanges a refresh token for a new pair of tokens. Without the key the server would take the token
 * for stolen, so the session is signed out instead.
 * @throws {ApiError} 401 `KEY_LOST`; what `http` throws.
 */
export async function refreshTokens(refreshToken: string): Promise<Answer<typeof refresh>["data"]> {
  const body = { refresh_token: refreshToken };
  if (await isKeyLost()) {
    await http({ method: "POST", path: "/auth/logout", body }).catch(() => undefined);
    throw new ApiError({ status: 401, code: "KEY_LOST" });
  }
  return postWithProof("/auth/refresh", body);
}

async function postWithProof<Data>(path: string, body: object, nonce?: string): Promise<Data> {
  const signed = await signProof(path, nonce);
  try {
    const response = await http({ method: "POST", path, body, proof: signed?.proof });
    const answer = (await response.json()) as { data: Data };
    if (signed) saveKeyId(signed.keyId);
    return answer.data;
  } catch (error) {
    // The device's clock is wrong: the server's nonce replaces it.
    if (error instanceof ApiError && error.proofNonce && nonce === undefined)
      return postWithProof(path, body, error.proofNonce);
    throw error;
  }
}
