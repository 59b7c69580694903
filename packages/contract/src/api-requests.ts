import * as z from "zod/mini";
import { person } from "./api-key.ts";
import { count, defineCall, instant } from "./call.ts";
import { after, cursorAnswer } from "./cursor-fields.ts";
import { id, limit } from "./fields.ts";
import { sampleIds } from "./samples.ts";

/** `refused`: 4xx. `failed`: 5xx. */
export const requestOutcomes = ["all", "succeeded", "refused", "failed"] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

/** A request that a program made: nothing of its body, query or headers. */
const apiRequest = z
  .object({
    /** Also in the header `X-Request-Id` of its answer. */
    request_id: id,
    /** When it arrived. */
    at: instant(),
    key: person,
    /** The name of the call in this document. */
    call: z.string(),
    method: z.string(),
    /** Without its query; as in this document where a parameter is no UUID. */
    path: z.string(),
    status: z.int(),
    /** Null for a success. */
    error_code: z.nullable(z.string()),
    /** From its arrival to the last byte of the answer, in microseconds. */
    duration_us: count(),
    /** From where it came, as the server saw it. */
    address: z.string(),
  })
  .register(z.globalRegistry, { id: "ApiRequest" });
export type ApiRequest = z.output<typeof apiRequest>;

export const listApiRequests = defineCall({
  name: "listApiRequests",
  summary: "The requests of API keys, newest first, by cursor; kept for 30 days",
  tag: "API keys",
  method: "GET",
  path: "/api-requests",
  who: "tenant",
  needs: "integrate",
  feature: "api_access",
  /** With a filter, a page can have fewer rows, or none, and still go on. */
  query: z.object({
    /** The id of a key. */
    key: z.optional(id),
    outcome: z._default(
      z.enum(requestOutcomes, { error: "outcome is all, succeeded, refused or failed" }),
      "all",
    ),
    /** The name of a call, such as `createPayout`. */
    call: z.optional(
      z.string().check(z.regex(/^[a-zA-Z]{1,60}$/, "This is not the name of a call")),
    ),
    request_id: z.optional(id),
    after,
    limit: limit(50),
  }),
  changesWith: ["api_keys"],
  answer: cursorAnswer(apiRequest),
  errors: ["TOO_SLOW"],
  example: {
    answer: {
      success: true,
      data: [
        {
          request_id: "7d1b0c52-3f5e-4c1a-9a57-2f5d1f0a9e11",
          at: "2026-11-21T05:12:00.214Z",
          key: { id: sampleIds.tenant, name: "ERP" },
          call: "createPayout",
          method: "POST",
          path: "/api/v1/payouts",
          status: 422,
          error_code: "KEY_LIMIT_EXCEEDED",
          duration_us: 38_214,
          address: "203.0.113.7",
        },
      ],
      next: null,
    },
  },
});
