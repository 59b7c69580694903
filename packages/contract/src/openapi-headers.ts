// The headers of requests, as parameters of the OpenAPI document.

export const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Chosen by the caller, a new one for each item to create; stored without expiry.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{1,100}$" },
  example: "01994c55-7d4f-7e9a-b0c6-2f5d1f0a9e11",
};

export const stepUp = {
  name: "Step-Up",
  in: "header",
  required: false,
  description:
    "The token of `POST /auth/step-up/verify`. Without it the answer is 403 `STEP_UP_REQUIRED`, whose `step_up.id` names the signature to ask for.",
  schema: { type: "string" },
};

export const confirmWith = {
  name: "Confirm-With",
  in: "header",
  required: false,
  description:
    "`passkey`: instead of a text, the answer is 403 `PASSKEY_REQUIRED`, whose `passkey` goes to the browser. `POST /auth/passkeys/confirm` then gives the value for `otp`.",
  schema: { type: "string", enum: ["passkey"] },
};

export const proof = {
  name: "DPoP",
  in: "header",
  required: false,
  description:
    "A proof of possession (RFC 9449) with ES256. The key of the sign-in is the session's: each refresh needs a proof by it, and one without ends the session. A session without a key ends after 24 hours.",
  schema: { type: "string" },
  example: "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2Iiwian…",
};
