import * as z from "zod/mini";
import { dataAnswer, defineCall, instant } from "./call.ts";
import { id, idParams } from "./fields.ts";
import { apiKey, person } from "./api-key.ts";
import { rupees, text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { inr, sampleIds } from "./samples.ts";
import { scopes } from "./scopes.ts";

const forIntegrators = { who: "tenant", needs: "integrate", feature: "api_access" } as const;

const networkPattern =
  /^(\d{1,3}(\.\d{1,3}){3}(\/\d{1,2})?|(?=[^/]*:)[0-9A-Fa-f:.]{2,45}(\/\d{1,3})?)$/;
const network = z
  .string({ error: "Enter an address such as 203.0.113.7 or 203.0.113.0/24" })
  .check(
    z.trim(),
    z.regex(networkPattern, "Enter an address such as 203.0.113.7 or 203.0.113.0/24"),
  );

/** Addresses or networks, IPv4 or IPv6; the server checks them to the last bit. */
export const apiKeyNetworks = z
  .array(network, { error: "List the addresses" })
  .check(
    z.maxLength(
      limits.apiKeyNetworksMax,
      `List at most ${limits.apiKeyNetworksMax} addresses and networks`,
    ),
  );

const limitAmount = (max: number, message: string) =>
  rupees({
    required: "Enter an amount",
    min: [limits.payoutPaiseMin, "The limit must be at least ₹1"],
    max: [max, message],
  });

/** In rupees, without charges. */
export const sendingLimitsForm = z
  .object({
    per_payout: limitAmount(limits.payoutPaiseMax, "The limit must not exceed ₹5,00,000"),
    per_day: limitAmount(limits.fundTransferPaiseMax, "The limit must not exceed ₹10,00,00,00,000"),
  })
  .check(
    z.refine(({ per_payout: one, per_day: day }) => day >= one, {
      path: ["per_day"],
      error: "The limit per day must cover one payout",
    }),
  );

const accessFields = {
  networks: apiKeyNetworks,
  /** Required to send; only an owner can sign it. Null otherwise. */
  limits: z.nullable(sendingLimitsForm),
};

export const apiKeyForm = z.object({
  name: text({
    required: "Name is required",
    max: [
      limits.apiKeyNameCharsMax,
      `Name must not exceed ${limits.apiKeyNameCharsMax} characters`,
    ],
  }),
  scopes: z
    .array(z.enum(scopes, { error: "There is no such scope" }), { error: "Choose what it may do" })
    .check(z.minLength(1, "Choose what it may do"), z.maxLength(scopes.length, "List each once")),
  /** Null: it does not expire. */
  expires_in_days: z.nullable(
    z
      .int({ error: "Enter a number of days, or null" })
      .check(
        z.minimum(1, "It must be valid for at least 1 day"),
        z.maximum(limits.apiKeyDaysMax, `It can be valid for at most ${limits.apiKeyDaysMax} days`),
      ),
  ),
  ...accessFields,
});
export type ApiKeyForm = z.output<typeof apiKeyForm>;

export const apiKeyAccessForm = z.object(accessFields);
export type ApiKeyAccessForm = z.output<typeof apiKeyAccessForm>;

const keySample = {
  id: "01994c63-4f20-7a61-8d3e-9b1c2f7a5d10",
  name: "ERP",
  mode: "test",
  state: "active",
  scopes: ["payouts:read", "payouts:send"],
  created_at: "2026-11-20T06:30:00.000Z",
  owner: { id: sampleIds.tenant, name: "Ravi Sharma" },
  expires_at: null,
  networks: ["203.0.113.0/24"],
  limits: {
    per_payout: inr(50_000_00),
    per_day: inr(2_00_000_00),
    used_today: inr(12_500_00),
    signed_by: { id: sampleIds.tenant, name: "Ravi Sharma" },
    signed_at: "2026-11-20T06:30:00.000Z",
  },
  secrets: [{ hint: "…x4Qz", created_at: "2026-11-20T06:30:00.000Z", ends_at: null }],
  last_used: { at: "2026-11-21T05:12:00.000Z", address: "203.0.113.7", call: "createPayout" },
  unused_until: null,
} as const;
const secretSample = {
  key: keySample,
  secret: "rk_test_0000000000000000000000000000000000x4Qz",
};

export const listApiKeys = defineCall({
  name: "listApiKeys",
  summary: "The API keys of the business: those that work first, then newest first",
  tag: "API keys",
  method: "GET",
  path: "/api-keys",
  ...forIntegrators,
  changesWith: ["api_keys"],
  answer: dataAnswer(
    z.object({
      keys: z.array(apiKey),
      /** The address that this request came from, for a list of addresses. */
      your_address: z.string(),
      mode: z.enum(["test", "live"]),
    }),
  ),
  example: {
    answer: {
      success: true,
      data: { keys: [keySample], your_address: "203.0.113.7", mode: "test" },
    },
  },
});

/** The secret is in this answer only, and stored nowhere. */
const secretAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ key: apiKey, secret: z.string() }),
});

export const createApiKey = defineCall({
  name: "createApiKey",
  summary: "Create an API key; its secret is in this answer only",
  tag: "API keys",
  method: "POST",
  path: "/api-keys",
  ...forIntegrators,
  stepUp: { signs: "request" },
  body: apiKeyForm,
  status: 201,
  answer: secretAnswer,
  errors: ["API_KEYS_FULL", "API_KEY_ENDED"],
  example: {
    request: {
      name: "ERP",
      scopes: ["payouts:read", "payouts:send"],
      expires_in_days: 90,
      networks: ["203.0.113.0/24"],
      limits: { per_payout: 50_000, per_day: 2_00_000 },
    },
    answer: { success: true, message: "API key created", data: secretSample },
  },
});

export const changeApiKeyAccess = defineCall({
  name: "changeApiKeyAccess",
  summary: "Change from where a key works and how much it may send; an owner signs exactly this",
  tag: "API keys",
  method: "PUT",
  path: "/api-keys/{id}/access",
  ...forIntegrators,
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  body: apiKeyAccessForm,
  answer: z.object({ success: z.literal(true), message: z.string(), data: apiKey }),
  errors: ["API_KEY_ENDED"],
  example: {
    request: {
      networks: ["203.0.113.0/24", "2001:db8:12::/48"],
      limits: { per_payout: 50_000, per_day: 5_00_000 },
    },
    answer: { success: true, message: "API key changed", data: keySample },
  },
});

export const rollApiKey = defineCall({
  name: "rollApiKey",
  summary: "Give a key a new secret; the one before stays valid for the hours that you choose",
  tag: "API keys",
  method: "POST",
  path: "/api-keys/{id}/roll",
  ...forIntegrators,
  stepUp: { signs: "request" },
  params: idParams,
  body: z.object({
    /** 0 ends all old secrets at once; else those that were replaced before keep their hours. */
    old_valid_hours: z
      .int({ error: "Enter a number of hours" })
      .check(
        z.minimum(0, "Enter 0 or more hours"),
        z.maximum(
          limits.apiKeyOverlapHoursMax,
          `The old secret can stay valid for at most ${limits.apiKeyOverlapHoursMax} hours`,
        ),
      ),
  }),
  answer: secretAnswer,
  errors: ["API_KEY_ENDED"],
  example: {
    request: { old_valid_hours: 24 },
    answer: { success: true, message: "New secret created", data: secretSample },
  },
});

export const revokeApiKey = defineCall({
  name: "revokeApiKey",
  summary: "End a key at once, on every server; repeating has no effect",
  tag: "API keys",
  method: "POST",
  path: "/api-keys/{id}/revoke",
  ...forIntegrators,
  params: idParams,
  answer: z.object({ success: z.literal(true), message: z.string(), data: apiKey }),
  example: { answer: { success: true, message: "API key revoked", data: keySample } },
});

export const getOwnApiKey = defineCall({
  name: "getOwnApiKey",
  summary: "The key of this request, and the address that the server saw",
  tag: "API keys",
  method: "GET",
  path: "/api-keys/self",
  who: "key",
  scopes,
  answer: dataAnswer(
    z.object({
      id,
      name: z.string(),
      mode: z.enum(["test", "live"]),
      scopes: z.array(z.enum(scopes)),
      business: person,
      expires_at: z.nullable(instant()),
      your_address: z.string(),
    }),
  ),
  example: {
    answer: {
      success: true,
      data: {
        id: keySample.id,
        name: keySample.name,
        mode: keySample.mode,
        scopes: keySample.scopes,
        business: { id: sampleIds.tenant, name: "Sharma Traders" },
        expires_at: null,
        your_address: "203.0.113.7",
      },
    },
  },
});
