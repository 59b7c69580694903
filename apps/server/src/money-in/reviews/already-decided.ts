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
  const { status, reviewed_by: by, reviewer_name: reviewerName, reviewed_at: at } = decision;
  const name = by === reviewer.member.id ? "you" : reviewerName;
  const isRejected = rejections.has(status);
  if (name === null || !at)
    return alreadyDecided(
      isRejected ? `${subject} was already rejected` : `${subject} was already approved`,
    );
  return alreadyDecided(
    isRejected
      ? `${subject} was already rejected by ${name} on ${minuteInIndia(at)}`
      : `${subject} was already approved by ${name} on ${minuteInIndia(at)}`,
  );
}

const alreadyDecided = (message: string) => new ApiError(409, "ALREADY_DECIDED", message);
const rejections: ReadonlySet<string> = new Set(["failed", "rejected"]);
