import { now } from "../src/kernel/clock.ts";
import { Payer } from "./payer.ts";
import type { PayoutWorld } from "./payout-world.ts";
import { injectedAddress, type SessionKey } from "./session-key.ts";

const seconds = () => Math.floor(now().getTime() / 1000);

interface Answer {
  readonly status: number;
  readonly body: { readonly error?: { readonly code: string } };
}

/** The status and the error code of an answer. */
export const errorOf = ({ status, body }: Answer) => [status, body.error?.code];

/**
 * Signs in with the code of the sandbox, 31 seconds after the last one.
 * @returns a browser that renews its tokens as the console does.
 */
export async function signInBrowser(world: PayoutWorld, mobile: string, key?: SessionKey) {
  const anyone = new Payer(world.app, "", "");
  world.pass(31_000);
  await anyone.post("/auth/send-otp", { mobile });
  const otp = await world.codeFor(mobile);
  const proof = await key?.proof(injectedAddress("/auth/verify-otp"), { iat: seconds() });
  const { body } = await anyone.post(
    "/auth/verify-otp",
    { mobile, otp },
    proof === undefined ? {} : { proof },
  );
  let tokens = body.data as { access_token: string; refresh_token: string };
  const browser = {
    tokens: () => tokens,
    call: () => new Payer(world.app, mobile, tokens.access_token),
    async refresh(by = key) {
      const proofNow = await by?.proof(injectedAddress("/auth/refresh"), { iat: seconds() });
      const answer = await anyone.post(
        "/auth/refresh",
        { refresh_token: tokens.refresh_token },
        proofNow === undefined ? {} : { proof: proofNow },
      );
      if (answer.status === 200) tokens = answer.body.data;
      return answer;
    },
    /** Renews every four minutes without a person. */
    async wait(minutes: number) {
      for (let left = minutes; left > 0; left -= 4) {
        world.pass(Math.min(4, left) * 60_000);
        if ((await browser.refresh()).status !== 200) return false;
      }
      return true;
    },
  };
  return browser;
}
