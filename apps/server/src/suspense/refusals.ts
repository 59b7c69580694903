import { dateTimeInIndia } from "../days.ts";
import { Refusal } from "../errors.ts";
import type { SuperAdmin } from "../sign-in/person.ts";
import type { SuspendedRow } from "./queries.ts";

const words: Readonly<Record<string, string>> = {
  assigned: "assigned to a tenant",
  returned: "returned to its sender",
  dismissed: "found to be credited",
};

/** What whoever lost a race is told: how the other decided, who it was, and when. */
export function alreadyDecidedCredit(credit: SuspendedRow, person: SuperAdmin): Refusal {
  const name = credit.decided_by === person.id ? "you" : (credit.decider_name ?? "somebody");
  const at = credit.decided_at
    ? ` on ${dateTimeInIndia(credit.decided_at).slice(0, -":00".length)}`
    : "";
  const how = words[credit.state] ?? "decided";
  return new Refusal(409, "ALREADY_DECIDED", `This money was ${how} already by ${name}${at}`);
}

export const utrTaken = () =>
  new Refusal(
    409,
    "UTR_ALREADY_USED",
    "A deposit with this UTR is there already. If it was credited, this money is the same: say so instead of assigning it.",
  );

export const notAssignable = (why: string) => new Refusal(409, "CREDIT_NOT_ASSIGNABLE", why);

export const notCounted = () =>
  new Refusal(
    409,
    "CREDIT_NOT_COUNTED",
    "No credited deposit has this UTR and amount, so this money is not in the books yet",
  );
