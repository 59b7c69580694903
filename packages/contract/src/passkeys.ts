import * as z from "zod/mini";
import { dataAnswer, defineCall, instant, messageAnswer } from "./call.ts";
import { id, idParams } from "./fields.ts";
import { text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { sampleIds } from "./samples.ts";
import { signInAnswer, signInErrors } from "./sign-in.ts";

export const passkey = z
  .object({
    id,
    /** As its person named it. */
    name: z.string(),
    /** The host name (RP id) that it was added for. */
    host: z.string(),
    /** False after a change of the installation's host name: the browser no longer offers it. */
    works_here: z.boolean(),
    /** True if it is copied to the person's other devices. */
    is_synced: z.boolean(),
    created_at: instant(),
    /** Null if it was never used. */
    last_used_at: z.nullable(instant()),
  })
  .register(z.globalRegistry, { id: "Passkey" });
export type Passkey = z.output<typeof passkey>;

const passkeySample = {
  id: sampleIds.bankAccount,
  name: "Phone at the counter",
  host: "console.example.in",
  works_here: true,
  is_synced: true,
  created_at: "2026-11-20T06:30:00.000Z",
  last_used_at: "2026-11-21T06:00:00.000Z",
};

export const passkeyName = text({
  required: "Name is required",
  max: [limits.passkeyNameCharsMax, "Name must not exceed 40 characters"],
});
/** What a browser is given, as WebAuthn defines it. */
const webAuthnOptions = z.record(z.string(), z.unknown());

/** A challenge of the server, and what the browser needs to answer it. */
const passkeyRequest = dataAnswer(z.object({ id, options: webAuthnOptions }));

const invalid = "This is not a passkey's answer";
const encoded = (charsMax: number) =>
  z
    .string({ error: invalid })
    .check(z.maxLength(charsMax, invalid), z.regex(/^[A-Za-z0-9_-]+$/, invalid));

const credentialId = encoded(limits.credentialIdCharsMax);
const publicKeyType = z.literal("public-key", { error: invalid });

/** The browser's `AuthenticationResponseJSON` (WebAuthn level 3), as far as the server reads it. */
const assertion = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: publicKeyType,
    response: z.object(
      {
        clientDataJSON: encoded(limits.passkeyAnswerCharsMax),
        authenticatorData: encoded(limits.passkeyAnswerCharsMax),
        signature: encoded(limits.passkeyAnswerCharsMax),
        userHandle: z.optional(z.nullable(encoded(100))),
      },
      { error: invalid },
    ),
  },
  { error: invalid },
);
export type Assertion = z.output<typeof assertion>;

/** The browser's `RegistrationResponseJSON`, as far as the server reads it. */
const registration = z.object(
  {
    id: credentialId,
    rawId: credentialId,
    type: publicKeyType,
    response: z.object(
      {
        clientDataJSON: encoded(limits.passkeyAnswerCharsMax),
        attestationObject: encoded(limits.passkeyAnswerCharsMax),
        transports: z.optional(
          z
            .array(z.string().check(z.regex(/^[a-z-]{1,20}$/, invalid)), { error: invalid })
            .check(z.maxLength(10, invalid)),
        ),
      },
      { error: invalid },
    ),
  },
  { error: invalid },
);
export type Registration = z.output<typeof registration>;

export const listPasskeys = defineCall({
  name: "listPasskeys",
  summary: "Your passkeys, and what this installation lets you do with them",
  tag: "Sign-in",
  method: "GET",
  path: "/auth/passkeys",
  who: "person",
  changesWith: ["account", "settings"],
  answer: dataAnswer(
    z.object({
      passkeys: z.array(passkey),
      /** False if the installation has no host name for passkeys. */
      can_add: z.boolean(),
      can_sign_in: z.boolean(),
      /** True if one of them works here and may confirm your payouts, or what a super admin signs. */
      can_confirm: z.boolean(),
    }),
  ),
  example: {
    answer: {
      success: true,
      data: { passkeys: [passkeySample], can_add: true, can_sign_in: true, can_confirm: true },
    },
  },
});

export const beginPasskey = defineCall({
  name: "beginPasskey",
  summary: "What the browser needs to create a passkey of yours",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/passkeys/begin",
  who: "person",
  stepUp: { signs: "request" },
  answer: passkeyRequest,
  errors: ["PASSKEYS_OFF", "TOO_MANY_PASSKEYS"],
});

export const addPasskey = defineCall({
  name: "addPasskey",
  summary: "Add the passkey that the browser created",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/passkeys",
  who: "person",
  body: z.object({ id, name: passkeyName, credential: registration }),
  answer: dataAnswer(passkey),
  status: 201,
  errors: ["PASSKEYS_OFF", "PASSKEY_REFUSED", "PASSKEY_EXISTS", "TOO_MANY_PASSKEYS"],
  example: { answer: { success: true, data: passkeySample } },
});

export const renamePasskey = defineCall({
  name: "renamePasskey",
  summary: "Rename one of your passkeys",
  tag: "Sign-in",
  method: "PATCH",
  path: "/auth/passkeys/{id}",
  who: "person",
  params: idParams,
  body: z.object({ name: passkeyName }),
  answer: dataAnswer(passkey),
  example: { answer: { success: true, data: passkeySample } },
});

export const removePasskey = defineCall({
  name: "removePasskey",
  summary: "Remove one of your passkeys; codes keep working",
  tag: "Sign-in",
  method: "DELETE",
  path: "/auth/passkeys/{id}",
  who: "person",
  params: idParams,
  answer: messageAnswer,
});

export const confirmWithPasskey = defineCall({
  name: "confirmWithPasskey",
  summary:
    "Exchange the answer to `PASSKEY_REQUIRED` for a proof, which the confirmed call takes as `otp`",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/passkeys/confirm",
  who: "person",
  body: z.object({ id, credential: assertion }),
  answer: dataAnswer(z.object({ proof: z.string() })),
  errors: ["PASSKEYS_OFF", "PASSKEY_REFUSED"],
});

export const beginPasskeySignIn = defineCall({
  name: "beginPasskeySignIn",
  summary:
    "What the browser needs to sign in with a passkey; it works only with the cookie of this answer",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/passkeys/sign-in/begin",
  who: "anyone",
  answer: passkeyRequest,
  errors: ["PASSKEYS_OFF", "TOO_MANY_REQUESTS"],
});

export const signInWithPasskey = defineCall({
  name: "signInWithPasskey",
  summary: "Sign in with a passkey",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/passkeys/sign-in",
  who: "anyone",
  proof: true,
  body: z.object({ id, credential: assertion }),
  answer: signInAnswer,
  errors: ["PASSKEYS_OFF", "PASSKEY_REFUSED", ...signInErrors],
});

export const getPasskeyHosts = defineCall({
  name: "getPasskeyHosts",
  summary: "The host name that passkeys are bound to, and how many were added for each",
  tag: "Settings",
  method: "GET",
  path: "/super-admin/passkey-hosts",
  who: "superadmin",
  needs: "view",
  changesWith: ["settings"],
  answer: dataAnswer(
    z.object({
      /** The host name in use; null if the installation has none. */
      host: z.nullable(z.string()),
      /** The addresses of the console at which passkeys work. */
      origins: z.array(z.string()),
      counts: z.array(z.object({ host: z.string(), passkey_count: z.int() })),
    }),
  ),
  example: {
    answer: {
      success: true,
      data: {
        host: "console.example.in",
        origins: ["https://console.example.in"],
        counts: [{ host: "console.example.in", passkey_count: 12 }],
      },
    },
  },
});
