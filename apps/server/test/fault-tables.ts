import type { Fault } from "./stand-ins/stand-in-server.ts";

export const timeoutMs = 300;
const slowMs = 200;

export const steps = [
  "send",
  "status check after a lease expired before the sending",
  "status check after a lease expired after the sending",
  "status check of an unknown outcome",
  "webhook",
] as const;
export type Step = (typeof steps)[number];

/**
 * The faults of a call. `refused`: the provider accepts no connection. `late, then refused`: the
 * call arrives after its repeats, which the provider refuses for its balance, a limit and more.
 */
export const faults: Readonly<Record<string, Fault | "refused" | "late, then refused">> = {
  refused: "refused",
  "timeout before": { kind: "silent", acts: false },
  "timeout after acting": { kind: "silent", acts: true },
  "cut before acting": { kind: "cut", acts: false },
  "cut mid-body": { kind: "cut mid-body", acts: true },
  "500": { kind: "status", acts: true, status: 500 },
  "502": { kind: "status", acts: false, status: 502 },
  "429 with Retry-After": {
    kind: "status",
    acts: false,
    status: 429,
    headers: { "retry-after": "120" },
  },
  garbage: { kind: "garbage", acts: true },
  slow: { kind: "slow", acts: true, ms: slowMs },
  "late, then refused": "late, then refused",
  "duplicate answer": { kind: "twice", acts: true },
};
export type FaultName = keyof typeof faults;

export const disturbances = ["neither", "worker killed", "database restarted"] as const;
export type Disturbance = (typeof disturbances)[number];

/** Both stand-ins fail the second one. */
export const destinations = {
  success: { method: "imps", accountNumber: "000123456789", ifscCode: "HDFC0000001" },
  failed: { method: "imps", accountNumber: "026291800001190", ifscCode: "YESB0000262" },
} as const;
