import * as z from "zod/mini";
import { defineCall, instant, one } from "./call.ts";
import { credentialNames } from "./credential-names.ts";
import { id, otp } from "./fields.ts";
import { limits } from "./limits.ts";

/** A credential, and never its value. */
export const credential = z
  .object({
    name: z.enum(credentialNames),
    /** Where the value that counts is from; one of the environment can't be changed here. */
    source: z.enum(["environment", "stored", "missing"]),
    /** The last characters of a stored one that is long enough to be told apart by them. */
    ends_in: z.nullable(z.string()),
    set_at: z.nullable(instant()),
    set_by: z.nullable(z.object({ id, name: z.string() })),
  })
  .register(z.globalRegistry, { id: "Credential" });
export type Credential = z.output<typeof credential>;

export const listCredentials = defineCall({
  name: "listCredentials",
  summary: "Which credentials of providers and SMS gateways are set, without their values",
  method: "GET",
  path: "/super-admin/credentials",
  who: "superadmin",
  changesWith: ["gateway"],
  answer: one(z.array(credential)),
});

const params = z.object({
  name: z.enum(credentialNames, { error: "There is no such credential" }),
});

export const sendCredentialOtp = defineCall({
  name: "sendCredentialOtp",
  summary: "Text a code to your own mobile that lets you change this credential",
  method: "POST",
  path: "/super-admin/credentials/{name}/otp",
  who: "superadmin",
  params,
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({ resend_after_seconds: z.int() }),
  }),
  errors: ["CREDENTIAL_IN_ENVIRONMENT", "OTP_TOO_SOON", "OTP_LIMIT_REACHED", "SMS_NOT_SENT"],
});

/** As a header of HTTP can carry it. */
export const credentialValue = z
  .string({ error: "The value is required" })
  .check(
    z.trim(),
    z.minLength(1, "The value is required"),
    z.maxLength(
      limits.credentialCharsMax,
      `The value must not exceed ${limits.credentialCharsMax} characters`,
    ),
    z.regex(/^[\x21-\x7e]+$/, "Use letters, digits and signs without spaces"),
  );

export const changeCredential = defineCall({
  name: "changeCredential",
  summary: "Set a credential, or remove the stored one; it counts at once on every server",
  method: "PUT",
  path: "/super-admin/credentials/{name}",
  who: "superadmin",
  params,
  body: z.object({
    /** Null removes it. */
    value: z.nullable(credentialValue),
    /** Of the credential that you saw; a change that came in between is not overwritten. */
    seen_set_at: z.nullable(
      z.string({ error: "Send the set_at that you saw" }).check(z.maxLength(40)),
    ),
    otp,
  }),
  answer: z.object({ success: z.literal(true), message: z.string(), data: credential }),
  errors: [
    "CREDENTIAL_IN_ENVIRONMENT",
    "CREDENTIAL_CHANGED",
    "OTP_INVALID",
    "OTP_EXPIRED",
    "OTP_TRIES_USED_UP",
  ],
});
