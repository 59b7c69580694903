import * as z from "zod/mini";
import { instant, money } from "./call.ts";
import { id, idName } from "./fields.ts";
import { scopes } from "./scopes.ts";

/**
 * - `active`: works.
 * - `expired`, `revoked`: over for good.
 * - `disabled`: unused for 90 days. A new secret enables it.
 * - `orphaned`: who answers for it left, or may not integrate any more. A new secret by another person
 *   enables it.
 */
export const apiKeyStates = ["active", "expired", "revoked", "disabled", "orphaned"] as const;
export type ApiKeyState = (typeof apiKeyStates)[number];

export const person = idName;

/** What a key may send without approvals, as an owner signed it. */
const sendingLimits = z
  .object({
    per_payout: money,
    per_day: money,
    /** Of the current day in India. Payouts that failed or came back stay counted. */
    used_today: money,
    signed_by: person,
    signed_at: instant(),
  })
  .register(z.globalRegistry, { id: "SendingLimits" });

export const apiKey = z
  .object({
    id,
    name: z.string(),
    /** `test` while every provider is the sandbox. */
    mode: z.enum(["test", "live"]),
    state: z.enum(apiKeyStates),
    scopes: z.array(z.enum(scopes)),
    created_at: instant(),
    /** Who answers for it: who created it, or gave it its newest secret. */
    owner: person,
    expires_at: z.nullable(instant()),
    /** The addresses that it may be used from; empty: any. */
    networks: z.array(z.string()),
    /** Null until an owner signed limits; a key can't send without them. */
    limits: z.nullable(sendingLimits),
    /** Newest first; several while old ones are still valid. */
    secrets: z.array(
      z.object({ hint: z.string(), created_at: instant(), ends_at: z.nullable(instant()) }),
    ),
    /** Up to a minute behind. */
    last_used: z.nullable(z.object({ at: instant(), address: z.string(), call: z.string() })),
    /** When it is disabled unless it is used; null within the first 45 days without use. */
    unused_until: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: "ApiKey" });
export type ApiKey = z.output<typeof apiKey>;
