import { ApiError } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { minuteInIndia } from "./minute-in-india.ts";

interface Decision {
  readonly status: string;
  readonly reviewed_by: string | null;
  readonly reviewed_at: Date | null;
  readonly reviewer_name: string | null;
}

/**
 * The error for a reviewer whose decision came second: the first decision, its reviewer, and its time.
 * @returns 409 `ALREADY_DECIDED`.
 */
export function alreadyDecidedError(
  subject: string,
  decision: Decision,
  reviewer: SuperAdmin,
): ApiError {
  const outcome = rejections.has(decision.status) ? "rejected" : "approved";
  const name = decision.reviewed_by === reviewer.member.id ? "you" : decision.reviewer_name;
  const by = name === null ? "" : ` by ${name}`;
  const on = decision.reviewed_at ? ` on ${minuteInIndia(decision.reviewed_at)}` : "";
  return new ApiError(409, "ALREADY_DECIDED", `${subject} was already ${outcome}${by}${on}`);
}

const rejections: ReadonlySet<string> = new Set(["failed", "rejected"]);
