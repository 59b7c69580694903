import type { Call } from "@rokad/contract/call";
import { sendCall } from "./send-call.ts";
import { signRequest } from "./sign-request.ts";
import type { SignedAct } from "./signed-act.ts";
import type { SignedIn } from "./signed-in.ts";
import type { World } from "./world.ts";

export type SignedOptions = Parameters<typeof sendCall>[5];

/** Sends an act; without a signature in the options, it has none. */
export function sendSigned(
  { app }: Pick<World, "app">,
  by: SignedIn,
  call: Call,
  { id, params, body }: SignedAct,
  options?: SignedOptions,
) {
  const target = { ...(id !== undefined && { id }), ...params };
  return sendCall(app, by.token, call, target, body, options);
}

/** Signs an act. @returns the value of the header `Step-Up`. @throws when it asks for none. */
export async function sign(
  world: Pick<World, "app">,
  by: SignedIn,
  call: Call,
  act: SignedAct,
): Promise<string> {
  const { status, text } = await sendSigned(world, by, call, act);
  const signature = await signRequest(text);
  if (signature === undefined) throw new Error(`${call.name} can't be signed: ${status} ${text}`);
  return signature;
}
