import * as z from "zod/mini";
import { railFigures } from "./activity.ts";
import { count, defineCall, instant, money, one } from "./call.ts";
import { blankOr, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { providerIds } from "./tenants.ts";

const happening = z.nullable(z.object({ at: instant(), what: z.string() }));
const sum = z.object({ count: count(), amount: money });

/** A rail, the adapter behind it, and how that fares. */
export const rail = z
  .object({
    id: z.enum(providerIds),
    adapter: z.string(),
    /** By the names that they have in `.env`; none when it is configured. */
    missing_settings: z.array(z.string()),
    amount_max: z.object({ upi: money, imps: money }),
    /** Null while it is not paused. */
    pause: z.nullable(z.object({ at: instant(), by: z.string(), reason: z.string() })),
    /** Why new payouts go over the other rail or wait, as a sentence; null while it is well. */
    passed_over: z.nullable(z.string()),
    /** The last look whether it answers; null before the first. */
    probe: z.nullable(z.object({ at: instant(), took_ms: count(), error: z.nullable(z.string()) })),
    tells_balance: z.boolean(),
    balance: z.nullable(money),
    last_success: happening,
    last_error: happening,
    /** Not handed to the provider yet. */
    waiting: sum,
    /** Of those, what may go over the other rail. */
    waiting_movable: sum,
    /** Handed over, without an outcome so far. */
    under_way: sum,
    tenant_count: count(),
    /** Tenants that may use no other. */
    tenant_only_count: count(),
    last_day: z.object(railFigures),
    /** The last 24 hours, oldest first; the last one has not ended. */
    hours: z.array(z.object({ hour: instant(), ...railFigures })),
  })
  .register(z.globalRegistry, { id: "Rail" });
export type Rail = z.output<typeof rail>;

const params = z.object({ id: z.enum(providerIds, { error: "There is no such provider" }) });

export const listProviders = defineCall({
  name: "listProviders",
  summary: "The rails: configured, reachable, paused, fast, and what waits for them",
  method: "GET",
  path: "/super-admin/providers",
  who: "superadmin",
  changesWith: ["gateway", "settings", "tenants"],
  answer: one(z.object({ as_of: instant(), providers: z.array(rail) })),
  errors: ["SETTING_UNREADABLE"],
});

export const pauseForm = z.object({
  reason: text({
    required: "A reason is required",
    max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
  }),
});

export const resumeForm = z.object({
  reason: z.optional(
    blankOr(
      text({
        required: "Reason must be text",
        max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
      }),
      "Reason must be text",
    ),
  ),
});

export const pauseProvider = defineCall({
  name: "pauseProvider",
  summary: "Send no new payout over a rail; what was sent is still looked up",
  method: "POST",
  path: "/super-admin/providers/{id}/pause",
  who: "superadmin",
  params,
  body: pauseForm,
  answer: one(z.object({ waiting: sum })),
  errors: ["PROVIDER_CHANGED"],
});

export const resumeProvider = defineCall({
  name: "resumeProvider",
  summary: "Send what waits, and everything that comes",
  method: "POST",
  path: "/super-admin/providers/{id}/resume",
  who: "superadmin",
  params,
  body: resumeForm,
  answer: one(z.object({ waiting: sum })),
  errors: ["PROVIDER_CHANGED"],
});

export const probeProvider = defineCall({
  name: "probeProvider",
  summary: "Look now whether the provider answers",
  method: "POST",
  path: "/super-admin/providers/{id}/probe",
  who: "superadmin",
  params,
  answer: one(z.object({ took_ms: count(), error: z.nullable(z.string()) })),
});
