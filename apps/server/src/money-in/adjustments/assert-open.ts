import { ApiError } from "../../kernel/errors.ts";
import type { SuperAdmin } from "../../kernel/person.ts";
import { minuteInIndia } from "../reviews/minute-in-india.ts";
import type { Proposal } from "./adjustment-queries.ts";

/** @throws 409 `ALREADY_DECIDED`, with who decided it and when. */
export function assertOpen(proposal: Proposal, person: SuperAdmin): void {
  const { state, closedBy, closerName, closedAt, proposedBy } = proposal;
  if (state === "proposed") return;
  const how = state === "posted" ? "confirmed" : closedBy === proposedBy ? "withdrawn" : "rejected";
  const by = closedBy === null ? "" : ` by ${closedBy === person.member.id ? "you" : closerName}`;
  const when = closedAt === null ? "" : ` on ${minuteInIndia(closedAt)}`;
  throw new ApiError(409, "ALREADY_DECIDED", `This adjustment was already ${how}${by}${when}`);
}
