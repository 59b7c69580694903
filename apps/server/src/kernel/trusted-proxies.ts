import { z } from "zod";
import { inNetworks } from "./network-list.ts";

/** Whether the address is a trusted proxy. `step` is its distance from this server, from 0. */
export type TrustProxy = (address: string, step: number) => boolean;

const proxiesMax = 9;
const trustNone: TrustProxy = () => false;

/**
 * The number of proxies in front of this server, or their addresses and networks: `0`, `1`,
 * `10.0.0.5,fd00::/8`. Entries of X-Forwarded-For from the client precede those that the proxies
 * append, and are ignored.
 */
export const trustedProxies = z.string().transform((text, context): TrustProxy => {
  const setting = text.trim().toLowerCase();
  if (["", "0", "false", "no"].includes(setting)) return trustNone;
  if (["true", "yes"].includes(setting)) return firstSteps(1);
  if (/^\d+$/.test(setting) && Number(setting) <= proxiesMax) return firstSteps(Number(setting));
  const inTrustedNetworks = inNetworks(setting.split(","));
  if (inTrustedNetworks) return inTrustedNetworks;
  const message =
    "Must be the number of proxies in front of Rokad, or their addresses separated by commas";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

function firstSteps(count: number): TrustProxy {
  return (_address, step) => step < count;
}
