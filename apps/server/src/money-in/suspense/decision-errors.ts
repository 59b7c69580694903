import { ApiError } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { minuteInIndia } from "../reviews/minute-in-india.ts";
import type { SuspendedRow } from "./queries.ts";

const outcomeLabels: Readonly<Record<string, string>> = {
  assigned: "assigned to a tenant",
  returned: "returned to its sender",
  dismissed: "marked as already credited",
};

/** The error for the second decision: the first decision, its person, and its time. */
export function alreadyDecidedCreditError(credit: SuspendedRow, person: SuperAdmin): ApiError {
  const name =
    credit.decided_by === person.member.id ? "you" : (credit.decider_name ?? "another super admin");
  const at = credit.decided_at ? ` on ${minuteInIndia(credit.decided_at)}` : "";
  const outcome = outcomeLabels[credit.state] ?? "decided";
  return new ApiError(409, "ALREADY_DECIDED", `This money was already ${outcome} by ${name}${at}`);
}

export const utrTaken = () =>
  new ApiError(
    409,
    "UTR_ALREADY_USED",
    "A credited deposit already has this UTR. If it is the same money, mark this credit as already credited.",
  );

export const creditNotAssignable = (reason: string) =>
  new ApiError(409, "CREDIT_NOT_ASSIGNABLE", reason);

export const creditNotCounted = () =>
  new ApiError(
    409,
    "CREDIT_NOT_COUNTED",
    "No credited deposit has this UTR and amount. Assign this money or return it.",
  );
