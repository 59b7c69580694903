import { ApiError, type AskedPasskey } from "./api-error.ts";
import { passkeyRequests } from "./http.ts";

/**
 * Sends a request that would text a code, and gets a passkey's challenge instead. Other requests that
 * start meanwhile send the same header, which only calls that text a code read.
 * @returns undefined if nothing was sent.
 * @throws the errors of the request.
 */
export async function askPasskey(
  request: () => Promise<unknown>,
): Promise<AskedPasskey | undefined> {
  passkeyRequests.open += 1;
  try {
    await request();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.passkey) return error.passkey;
    throw error;
  } finally {
    passkeyRequests.open -= 1;
  }
}
