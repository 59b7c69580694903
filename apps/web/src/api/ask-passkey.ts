import { ApiError, type AskedPasskey } from "./api-error.ts";

let asking = 0;

/** Whether requests say that the person confirms with a passkey instead of a texted code. */
export function isAskingPasskey(): boolean {
  return asking > 0;
}

/**
 * Sends a request that would text a code, and gets a passkey's challenge instead. Other requests that
 * start meanwhile send the same header, which only calls that text a code read.
 * @returns undefined if nothing was sent.
 * @throws the errors of the request.
 */
export async function askPasskey(
  request: () => Promise<unknown>,
): Promise<AskedPasskey | undefined> {
  asking += 1;
  try {
    await request();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.passkey) return error.passkey;
    throw error;
  } finally {
    asking -= 1;
  }
}
