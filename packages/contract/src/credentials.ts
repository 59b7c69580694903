import * as z from "zod/mini";
import { dataAnswer, defineCall, instant } from "./call.ts";
import { credentialNames } from "./credential-names.ts";
import { id, idName } from "./fields.ts";
import { limits } from "./limits.ts";
import { proposalReason } from "./proposals.ts";
import { sampleIds } from "./samples.ts";

/** A credential without its value. */
export const credential = z
  .object({
    name: z.enum(credentialNames),
    /** The source of the value in use. A value from the environment can't be changed here. */
    source: z.enum(["environment", "stored", "missing"]),
    /** The last characters of a stored value; null if it is too short to show any. */
    ends_in: z.nullable(z.string()),
    set_at: z.nullable(instant()),
    set_by: z.nullable(idName),
  })
  .register(z.globalRegistry, { id: "Credential" });
export type Credential = z.output<typeof credential>;

const credentialSample = {
  name: "RAZORPAYX_KEY_SECRET",
  source: "stored",
  ends_in: "k3Qd",
  set_at: "2026-11-21T06:00:00.000Z",
  set_by: { id: sampleIds.superAdmin, name: "Meera Iyer" },
};

export const listCredentials = defineCall({
  name: "listCredentials",
  summary: "The credentials for providers and SMS gateways, without their values",
  tag: "Credentials",
  method: "GET",
  path: "/super-admin/credentials",
  who: "superadmin",
  needs: "view",
  changesWith: ["gateway"],
  answer: dataAnswer(z.array(credential)),
  example: { answer: { success: true, data: [credentialSample] } },
});

const params = z.object({
  name: z.enum(credentialNames, { error: "There is no such credential" }),
});

/** Only characters that an HTTP header can carry. */
export const credentialValue = z
  .string({ error: "The value is required" })
  .check(
    z.trim(),
    z.minLength(1, "The value is required"),
    z.maxLength(
      limits.credentialCharsMax,
      `The value must not exceed ${limits.credentialCharsMax} characters`,
    ),
    z.regex(/^[\x21-\x7e]+$/, "Use letters, digits and symbols without spaces"),
  );

const change = {
  /** Null removes the stored value. */
  value: z.nullable(credentialValue),
  /** `set_at` as you read it: a later change is not overwritten. */
  seen_set_at: z.nullable(
    z.string({ error: "Send the set_at that you read" }).check(z.maxLength(40)),
  ),
  reason: proposalReason,
};

const sampleChange = {
  value: "the-secret-of-the-dashboard",
  seen_set_at: null,
  reason: "Yearly change of keys",
};

export const changeCredential = defineCall({
  name: "changeCredential",
  summary: "Propose to set a credential, or to remove the stored one; another super admin confirms",
  tag: "Credentials",
  method: "PUT",
  path: "/super-admin/credentials/{name}",
  who: "superadmin",
  needs: "manage",
  stepUp: { signs: "request" },
  params,
  body: z.object(change),
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: credential,
    /** Null if the change took effect at once, on every server. */
    proposal_id: z.nullable(id),
  }),
  errors: [
    "CREDENTIAL_IN_ENVIRONMENT",
    "CREDENTIAL_CHANGED",
    "PROPOSAL_WAITING",
    "CONFIRMER_TOO_NEW",
    "ACCOUNT_INACTIVE",
  ],
  example: {
    request: sampleChange,
    answer: {
      success: true,
      message: "Credential saved",
      data: credentialSample,
      proposal_id: null,
    },
  },
});
