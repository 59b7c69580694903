import type { Caller } from "./caller.ts";
import { signRequest } from "./sign-request.ts";

/**
 * Signs a request before it is sent, for tests whose requests race or differ from what was signed.
 * @returns the value of the header `Step-Up`.
 * @throws when the request asks for no signature.
 */
export async function presign(
  by: Caller,
  path: string,
  body?: unknown,
  method: "post" | "put" = "post",
): Promise<string> {
  const refused = await by[method](path, body, { signature: null });
  const signature = await signRequest(refused.text);
  if (signature === undefined) throw new Error(`${path}: ${refused.status} ${refused.text}`);
  return signature;
}
