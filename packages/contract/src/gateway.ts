import * as z from "zod/mini";
import { railFigures } from "./activity.ts";
import { count, defineCall, instant, money, dataAnswer } from "./call.ts";
import { blankOr, text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { providerIds } from "./tenants.ts";

const event = z.nullable(z.object({ at: instant(), what: z.string() }));
const payoutTotal = z.object({ count: count(), amount: money });

/** A rail (primary or alternative), its adapter and the adapter's state. */
export const rail = z
  .object({
    id: z.enum(providerIds),
    adapter: z.string(),
    /** Their names in `.env`; empty if the adapter is configured. */
    missing_settings: z.array(z.string()),
    amount_max: z.object({ upi: money, imps: money }),
    /** Null unless the rail is paused. */
    pause: z.nullable(z.object({ at: instant(), by: z.string(), reason: z.string() })),
    /** Why the circuit breaker is open, as a sentence; null if it is closed. */
    passed_over: z.nullable(z.string()),
    /** The last health check; null before the first. */
    probe: z.nullable(z.object({ at: instant(), took_ms: count(), error: z.nullable(z.string()) })),
    reports_balance: z.boolean(),
    /** The last balance that could be read; null before the first. */
    balance: z.nullable(money),
    /** When that balance was read. */
    balance_read_at: z.nullable(instant()),
    /** How long the balance lasts at the rate of the last day; null when nothing was paid. */
    runway_hours: z.nullable(z.number()),
    /** Why the balance is low, since when; null when it is not. Payouts are sent all the same. */
    low_balance: z.nullable(z.object({ since: instant(), reason: z.string() })),
    /** Why the balance could not be read at the last check. Payouts are sent all the same. */
    balance_problem: z.nullable(z.string()),
    last_success: event,
    last_error: event,
    /** Not yet sent to the provider. */
    waiting: payoutTotal,
    /** Of these, the payouts that the other rail can take. */
    waiting_movable: payoutTotal,
    /** Sent, without an outcome. */
    in_progress: payoutTotal,
    tenant_count: count(),
    /** Tenants without another rail. */
    tenant_only_count: count(),
    last_day: z.object(railFigures),
    /** The last 24 hours, oldest first; the last hour is incomplete. */
    hours: z.array(z.object({ hour: instant(), ...railFigures })),
  })
  .register(z.globalRegistry, { id: "Rail" });
export type Rail = z.output<typeof rail>;

const params = z.object({ id: z.enum(providerIds, { error: "There is no such provider" }) });

export const listProviders = defineCall({
  name: "listProviders",
  summary: "The rails: configuration, health, speed, pauses and waiting payouts",
  tag: "Payment gateway",
  method: "GET",
  path: "/super-admin/providers",
  who: "superadmin",
  needs: "view",
  changesWith: ["gateway", "float", "settings", "tenants"],
  answer: dataAnswer(z.object({ as_of: instant(), providers: z.array(rail) })),
  errors: ["SETTING_UNREADABLE"],
});

export const pauseForm = z.object({
  reason: text({
    required: "A reason is required",
    max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
    isMultiline: true,
  }),
});

export const resumeForm = z.object({
  reason: z.optional(
    blankOr(
      text({
        required: "Reason must be text",
        max: [limits.reasonCharsMax, "Reason must not exceed 200 characters"],
        isMultiline: true,
      }),
      "Reason must be text",
    ),
  ),
});

export const pauseProvider = defineCall({
  name: "pauseProvider",
  summary: "Pause a rail: sends no new payout; status checks continue",
  tag: "Payment gateway",
  method: "POST",
  path: "/super-admin/providers/{id}/pause",
  who: "superadmin",
  needs: "operate",
  stepUp: { unsigned: "Stops payouts, also when no text arrives" },
  params,
  body: pauseForm,
  answer: dataAnswer(z.object({ waiting: payoutTotal })),
  errors: ["PROVIDER_CHANGED"],
});

export const resumeProvider = defineCall({
  name: "resumeProvider",
  summary: "Resume a rail: sends the waiting payouts and new ones",
  tag: "Payment gateway",
  method: "POST",
  path: "/super-admin/providers/{id}/resume",
  who: "superadmin",
  needs: "operate",
  stepUp: { unsigned: "Sends only payouts that their payers signed" },
  params,
  body: resumeForm,
  answer: dataAnswer(z.object({ waiting: payoutTotal })),
  errors: ["PROVIDER_CHANGED"],
});

export const probeProvider = defineCall({
  name: "probeProvider",
  summary: "Check now whether the provider answers",
  tag: "Payment gateway",
  method: "POST",
  path: "/super-admin/providers/{id}/probe",
  who: "superadmin",
  needs: "operate",
  stepUp: { unsigned: "Asks the provider for its status" },
  params,
  answer: dataAnswer(z.object({ took_ms: count(), error: z.nullable(z.string()) })),
});
