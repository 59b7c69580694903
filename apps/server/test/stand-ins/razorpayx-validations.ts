import { z } from "zod";
import type { FarReply, FarRequest } from "./far-side.ts";
import { sampleId } from "./razorpayx-books.ts";
import { farFundAccount, refusalOf } from "./razorpayx-limits.ts";

const asked = z.strictObject({
  source_account_number: z.string(),
  validation_type: z.enum(["pennydrop", "penniless", "optimized"]),
  reference_id: z.string().max(40).optional(),
  fund_account: farFundAccount,
});

interface Kept {
  readonly id: string;
  readonly reference: string | undefined;
  looks: number;
}

/** `POST /fund_accounts/validations`: created first, and at an end after some looks. */
export function openValidations() {
  const kept = new Map<string, Kept>();
  const next = {
    status: "completed",
    account_status: "active",
    registered_name: "SAMPLE TRADERS",
    name_match_score: 92,
    looksUntilEnd: 1,
  };

  function shown({ id, reference, looks }: Kept): FarReply {
    const isOver = looks >= next.looksUntilEnd;
    const isTold = isOver && next.status === "completed";
    return {
      status: 200,
      json: {
        id,
        entity: "fund_account.validation",
        status: isOver ? next.status : "created",
        reference_id: reference,
        validation_results: {
          account_status: isTold ? next.account_status : null,
          registered_name: isTold ? next.registered_name : null,
          name_match_score: isTold ? next.name_match_score : null,
        },
      },
    };
  }

  return {
    /** What the bank says of whoever is asked about next. */
    next,
    answer({ method, path, body }: FarRequest): FarReply | undefined {
      if (method === "POST") {
        const parsed = asked.safeParse(JSON.parse(body));
        if (!parsed.success) return refusalOf(parsed.error);
        const id = sampleId("fav", kept.size + 1);
        const one = { id, reference: parsed.data.reference_id, looks: 0 };
        kept.set(id, one);
        return shown(one);
      }
      const one = kept.get(path.split("/").at(-1) ?? "");
      if (!one || method !== "GET") return undefined;
      one.looks += 1;
      return shown(one);
    },
  };
}
