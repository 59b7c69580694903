import { z } from "zod";
import type { StandInReply, StandInRequest } from "./stand-in-server.ts";
import { sampleId } from "./razorpayx-books.ts";
import { fundAccountSchema, refuseInvalid } from "./razorpayx-limits.ts";

const newValidation = z.strictObject({
  source_account_number: z.string(),
  validation_type: z.enum(["pennydrop", "penniless", "optimized"]),
  reference_id: z.string().max(40).optional(),
  fund_account: fundAccountSchema,
});

interface Validation {
  readonly id: string;
  readonly reference: string | undefined;
  polls: number;
}

/** `POST /fund_accounts/validations`: `created` at first, and completed after some polls. */
export function openValidations() {
  const validations = new Map<string, Validation>();
  const next = {
    status: "completed",
    account_status: "active",
    registered_name: "SAMPLE TRADERS",
    name_match_score: 92,
    pollsUntilEnd: 1,
  };

  function replyOf({ id, reference, polls }: Validation): StandInReply {
    const hasEnded = polls >= next.pollsUntilEnd;
    const isCompleted = hasEnded && next.status === "completed";
    return {
      status: 200,
      json: {
        id,
        entity: "fund_account.validation",
        status: hasEnded ? next.status : "created",
        reference_id: reference,
        validation_results: {
          account_status: isCompleted ? next.account_status : null,
          registered_name: isCompleted ? next.registered_name : null,
          name_match_score: isCompleted ? next.name_match_score : null,
        },
      },
    };
  }

  return {
    /** The bank's answer to the next validations. */
    next,
    answer({ method, path, body }: StandInRequest): StandInReply | undefined {
      if (method === "POST") {
        const parsed = newValidation.safeParse(JSON.parse(body));
        if (!parsed.success) return refuseInvalid(parsed.error);
        const id = sampleId("fav", validations.size + 1);
        const created = { id, reference: parsed.data.reference_id, polls: 0 };
        validations.set(id, created);
        return replyOf(created);
      }
      const existing = validations.get(path.split("/").at(-1) ?? "");
      if (!existing || method !== "GET") return undefined;
      existing.polls += 1;
      return replyOf(existing);
    },
  };
}
