import * as z from "zod/mini";
import { count, dataAnswer, defineCall, featureIds, instant, messageAnswer } from "./call.ts";
import { id, idName, mobile, otp } from "./fields.ts";
import { languages } from "./language.ts";
import { installationRoles, permissions, tenantRoles } from "./roles.ts";

export const roles = ["superadmin", "operator", "retailer"] as const;
export type Role = (typeof roles)[number];

const userAnswer = z
  .object({
    id,
    name: z.string(),
    phone: z.string(),
    role: z.enum(roles),
    features: z.array(z.enum(featureIds)),
  })
  .register(z.globalRegistry, { id: "User" });
export type User = z.output<typeof userAnswer>;

/** A business for which a person may act. */
const membershipAnswer = z.object({
  tenant: idName,
  roles: z.array(z.enum(tenantRoles)),
  /** The business of this session. */
  is_current: z.boolean(),
});
export type Membership = z.output<typeof membershipAnswer>;

/** An open invitation as the invited person sees it. */
export const ownInvitation = /* @__PURE__ */ z.object({
  id,
  /** The name of the business; null: the installation, as a super admin. */
  tenant: z.nullable(z.string()),
  roles: z.array(z.enum([...tenantRoles, ...installationRoles])),
  /** The person who sent it. */
  invited_by: z.string(),
  /** The name that they gave the invited person. */
  name: z.string(),
  expires_at: instant(),
});
export type OwnInvitation = z.output<typeof ownInvitation>;

export const mobileForm = z.object({ mobile });
export const codeForm = z.object({ otp });

const refreshToken = z
  .string({ error: "refresh_token is required" })
  .check(
    z.minLength(1, "refresh_token is required"),
    z.maxLength(200, "This is not a refresh token"),
  );

/** That of `samples.ts`, which the sign-in page would have to load. */
const tenantId = "01994c55-7d4f-7e9a-b0c6-2f5d1f0a9e11";

const userSample = {
  id: tenantId,
  name: "Sharma Traders",
  phone: "9000000002",
  role: "operator",
  features: ["wallet_topup", "create_payout"],
};

const membershipSample = {
  tenant: { id: tenantId, name: "Sharma Traders" },
  roles: ["owner"],
  is_current: true,
};

export const sendOtp = defineCall({
  name: "sendOtp",
  summary:
    "Send a sign-in code to a mobile number; it works only with the cookie of this answer, rokad_browser",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/send-otp",
  who: "anyone",
  body: mobileForm,
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({ resend_after_seconds: z.int() }),
  }),
  errors: ["OTP_TOO_SOON", "OTP_LIMIT_REACHED", "OTP_PAUSED", "TOO_MANY_REQUESTS", "SMS_NOT_SENT"],
  example: {
    request: { mobile: userSample.phone },
    answer: {
      success: true,
      message: "OTP sent successfully!",
      data: { resend_after_seconds: 30 },
    },
  },
});

/**
 * `send-otp` answers before the text is sent. What this call answers changes only at multiples of
 * 5 seconds after it, so that the time of a gateway says nothing about the number.
 */
export const otpStatus = defineCall({
  name: "otpStatus",
  summary: "Whether the last sign-in code that this browser requested could not be sent",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/otp-status",
  who: "anyone",
  body: mobileForm,
  answer: dataAnswer(z.object({ delivery: z.enum(["sent", "not_sent"]) })),
  errors: ["TOO_MANY_REQUESTS"],
  example: {
    request: { mobile: userSample.phone },
    answer: { success: true, data: { delivery: "sent" } },
  },
});

export const openedSession = /* @__PURE__ */ z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user: userAnswer,
  /** Empty for a super admin. With several, the session is of the one chosen last. */
  memberships: z.array(membershipAnswer),
  /** Empty unless other businesses have invited the person. */
  invitations: z.array(ownInvitation),
});

/** A person who belongs to no business yet: without a session until one of these is accepted. */
const invitedPerson = /* @__PURE__ */ z.object({
  /** Accepts and declines the invitations, for 15 minutes, in the browser of this sign-in. */
  invitation_token: z.string(),
  /** At least one. */
  invitations: z.array(ownInvitation),
});

/** The answer of every sign-in. */
export const signInAnswer = /* @__PURE__ */ dataAnswer(z.union([openedSession, invitedPerson]));

/** The errors of every sign-in, besides those of its proof of the person. */
export const signInErrors = [
  "ACCOUNT_INACTIVE",
  "DPOP_PROOF_INVALID",
  "USE_DPOP_NONCE",
  "TOO_MANY_REQUESTS",
] as const;

export const verifyOtp = defineCall({
  name: "verifyOtp",
  summary: "Sign in with the code",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/verify-otp",
  who: "anyone",
  proof: true,
  body: z.object({ mobile, otp }),
  answer: signInAnswer,
  errors: ["OTP_INVALID", "OTP_EXPIRED", "OTP_TRIES_USED_UP", "OTP_PAUSED", ...signInErrors],
  example: {
    request: { mobile: userSample.phone, otp: "482913" },
    answer: {
      success: true,
      message: "Login successful!",
      data: {
        access_token: "eyJhbGciOiJIUzI1NiJ9…",
        refresh_token: "pX3c…",
        user: userSample,
        memberships: [membershipSample],
        invitations: [],
      },
    },
  },
});

export const refresh = defineCall({
  name: "refreshSession",
  summary: "Exchange a refresh token for a new pair of tokens; each works once",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/refresh",
  who: "anyone",
  proof: true,
  body: z.object({ refresh_token: refreshToken }),
  answer: dataAnswer(z.object({ access_token: z.string(), refresh_token: z.string() })),
  errors: [
    "NOT_SIGNED_IN",
    "SESSION_EXPIRED",
    "SESSION_IDLE",
    "SESSION_STOLEN",
    "DPOP_PROOF_INVALID",
    "USE_DPOP_NONCE",
  ],
});

export const logout = defineCall({
  name: "logout",
  summary: "End this session",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/logout",
  who: "anyone",
  body: z.object({
    refresh_token: z.optional(refreshToken),
    /** The console signed out after the idle limit, not the person. */
    is_idle: z.optional(z.boolean()),
  }),
  answer: messageAnswer,
});

const personAnswer = dataAnswer(
  z.object({
    /** `id` and `features` are the business's; `name` and `phone` are those of the person who acts. */
    user: userAnswer,
    session: z.object({ idle_minutes: count() }),
    /** Of the person's e-mails, and of the console on a device where they have chosen none. */
    language: z.enum(languages),
    /** The business of this session; null for a super admin. */
    tenant: z.nullable(idName),
    roles: z.array(z.enum([...tenantRoles, ...installationRoles])),
    permissions: z.array(z.enum(permissions)),
    /** Empty for a super admin, and for one who views a tenant. */
    memberships: z.array(membershipAnswer),
    /** From other businesses, oldest first. */
    invitations: z.array(ownInvitation),
  }),
);

export const me = defineCall({
  name: "me",
  summary: "The signed-in person",
  tag: "Sign-in",
  method: "GET",
  path: "/auth/me",
  who: "person",
  changesWith: ["account"],
  answer: personAnswer,
});

export const chooseTenant = defineCall({
  name: "chooseTenant",
  summary: "Act for another of your businesses in this session, without a new code",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/tenant",
  who: "person",
  body: z.object({ tenant_id: id }),
  answer: personAnswer,
  errors: ["NOT_FOUND"],
});
