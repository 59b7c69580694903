import { dateTimeInIndia } from "../days.ts";
import { Refusal } from "../errors.ts";
import type { SuperAdmin } from "../sign-in/person.ts";

interface Decided {
  readonly status: string;
  readonly reviewed_by: string | null;
  readonly reviewed_at: Date | null;
  readonly reviewer_name: string | null;
}

/** What whoever lost a race is told: how the other decided, who it was, and when. */
export function alreadyDecided(what: string, decided: Decided, reviewer: SuperAdmin): Refusal {
  const how = refusals.has(decided.status) ? "rejected" : "approved";
  const name = decided.reviewed_by === reviewer.id ? "you" : decided.reviewer_name;
  const who = name === null ? "" : ` by ${name}`;
  const when = decided.reviewed_at ? ` on ${toTheMinute(decided.reviewed_at)}` : "";
  return new Refusal(409, "ALREADY_DECIDED", `${what} was ${how} already${who}${when}`);
}

const refusals: ReadonlySet<string> = new Set(["failed", "rejected"]);

const toTheMinute = (at: Date) => dateTimeInIndia(at).slice(0, -":00".length);
