import * as z from "zod/mini";
import { dataAnswer, defineCall, instant } from "./call.ts";
import { emailAddress } from "./email-rules.ts";
import { id, idParams } from "./fields.ts";
import { sampleIds } from "./samples.ts";

/* What a business sends to those it paid: by e-mail, or as a link that needs no sign-in. */

const forAdvices = { tag: "Payment advices", who: "tenant" } as const;

export const adviceSettings = z
  .object({
    is_on: z.boolean(),
    /** Whether this installation sends e-mails; links work without. */
    can_email: z.boolean(),
  })
  .register(z.globalRegistry, { id: "PaymentAdviceSettings" });
export type AdviceSettings = z.output<typeof adviceSettings>;

export const adviceStates = ["planned", "active", "expired", "revoked", "dropped"] as const;

export const paymentAdvice = z
  .object({
    id,
    /**
     * `planned`: sent once the payout is paid. `dropped`: it was not paid, or advices were turned off.
     * The link works only while it is `active`.
     */
    state: z.enum(adviceStates),
    /** The receiver of the e-mail; null for a link. */
    email: z.nullable(z.string()),
    /** Whether the e-mail is out; null for a link, and before and 90 days after it was sent. */
    email_state: z.nullable(z.enum(["waiting", "sent", "failed"])),
    created_at: instant(),
    /** Who sent it; null if it was planned with the payout. */
    created_by: z.nullable(z.string()),
    expires_at: z.nullable(instant()),
    revoked_at: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: "PaymentAdvice" });
export type PaymentAdvice = z.output<typeof paymentAdvice>;

export const getAdviceSettings = defineCall({
  ...forAdvices,
  name: "getAdviceSettings",
  summary: "Whether payment advices are on",
  method: "GET",
  path: "/payment-advices/settings",
  needs: "view",
  answer: dataAnswer(adviceSettings),
});

export const setAdviceSettings = defineCall({
  ...forAdvices,
  name: "setAdviceSettings",
  summary: "Turn payment advices on or off; while they are off, no link works",
  method: "PUT",
  path: "/payment-advices/settings",
  needs: "manage_policy",
  body: z.object({ is_on: z.boolean({ error: "Choose on or off" }) }),
  answer: z.object({ success: z.literal(true), message: z.string(), data: adviceSettings }),
  example: { request: { is_on: true } },
});

export const listPaymentAdvices = defineCall({
  ...forAdvices,
  name: "listPaymentAdvices",
  summary: "The payment advices of a payout, newest first",
  method: "GET",
  path: "/payouts/{id}/advices",
  needs: "view",
  changesWith: ["payouts"],
  params: idParams,
  answer: dataAnswer(z.array(paymentAdvice)),
});

export const createPaymentAdvice = defineCall({
  ...forAdvices,
  name: "createPaymentAdvice",
  summary: "E-mail a payment advice of a paid payout, or create a link to it",
  method: "POST",
  path: "/payouts/{id}/advices",
  needs: "prepare",
  params: idParams,
  /** Without an address, a link is created and nothing is sent. */
  body: z.object({ email: z.optional(z.nullable(emailAddress)) }),
  status: 201,
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({
      advice: paymentAdvice,
      /** Shown only in this answer, because only its hash is stored; null for an e-mail. */
      link: z.nullable(z.string()),
    }),
  }),
  errors: ["ADVICES_OFF", "ADVICE_NOT_POSSIBLE", "EMAIL_UNAVAILABLE", "TOO_MANY_REQUESTS"],
  example: { request: { email: "asha@example.com" } },
});

export const revokePaymentAdvice = defineCall({
  ...forAdvices,
  name: "revokePaymentAdvice",
  summary: "End a payment advice at once: its link no longer works",
  method: "POST",
  path: "/payouts/{id}/advices/{advice}/revoke",
  needs: "prepare",
  params: z.object({ id, advice: id }),
  answer: z.object({ success: z.literal(true), message: z.string(), data: paymentAdvice }),
  errors: ["NOT_FOUND"],
  example: {
    answer: {
      success: true,
      message: "Payment advice revoked",
      data: {
        id: sampleIds.payout,
        state: "revoked",
        email: "asha@example.com",
        email_state: "sent",
        created_at: "2026-11-20T06:30:00.000Z",
        created_by: "Asha Rao",
        expires_at: "2027-02-18T06:30:00.000Z",
        revoked_at: "2026-11-21T06:30:00.000Z",
      },
    },
  },
});
