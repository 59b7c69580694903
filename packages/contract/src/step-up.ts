import * as z from "zod/mini";
import { dataAnswer, defineCall, instant } from "./call.ts";
import { id, otpOrPasskey } from "./fields.ts";
import { codeErrors, signErrors } from "./signature-errors.ts";

const signature = z.object({ id });

export const sendStepUpCode = defineCall({
  name: "sendStepUpCode",
  summary: "Send the code that signs one request, named by the error `STEP_UP_REQUIRED`",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/step-up",
  who: "person",
  stepUp: { unsigned: "Sends the code that signs" },
  body: signature,
  answer: dataAnswer(z.object({ resend_after_seconds: z.int() })),
  errors: ["NOT_FOUND", ...codeErrors],
});

export const verifyStepUpCode = defineCall({
  name: "verifyStepUpCode",
  summary: "Exchange the code for a token: the request takes it in the header `Step-Up`",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/step-up/verify",
  who: "person",
  stepUp: { unsigned: "Gives a token for the content that the code signs" },
  body: z.extend(signature, { otp: otpOrPasskey }),
  answer: dataAnswer(
    z.object({
      token: z.string(),
      expires_at: instant(),
      /** True for several items or steps, each of which the token signs once. */
      is_batch: z.boolean(),
    }),
  ),
  errors: ["NOT_FOUND", ...signErrors],
});
