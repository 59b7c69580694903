import * as z from "zod/mini";
import { oneLine } from "./form-fields.ts";
import { limits } from "./limits.ts";

const invalid = "Please enter a valid email address";

/** A person's own address, or the sender's. Only ASCII: no letter looks like another. */
export const emailAddress = z.string({ error: invalid }).check(
  z.trim(),
  z.maxLength(limits.emailCharsMax, {
    error: "Email must not exceed 100 characters",
    abort: true,
  }),
  z.email(invalid),
);

export const smtpTlsModes = ["starttls", "tls"] as const;
export type SmtpTlsMode = (typeof smtpTlsModes)[number];

const host = "Enter a host name such as smtp.example.in, or leave it blank";
const label = /^[a-z0-9-]{1,63}$/;

/** A public host name. An address of this network is set in the environment only. */
export const smtpHostRule = z.nullable(
  z.string({ error: host }).check(
    z.maxLength(253, host),
    z.refine((value) => {
      const labels = value.split(".");
      const isName = labels.every((one) => label.test(one) && !/^-|-$/.test(one));
      return isName && labels.length > 1 && /[a-z]/.test(labels.at(-1) ?? "");
    }, host),
  ),
);

export const mailNameRule = z.nullable(
  z
    .string({ error: "Enter at most 60 characters, or leave it blank" })
    .check(
      z.minLength(1, "Enter at most 60 characters, or leave it blank"),
      z.maxLength(60, "Enter at most 60 characters, or leave it blank"),
      oneLine(),
    ),
);
