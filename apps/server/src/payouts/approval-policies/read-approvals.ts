import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import type { Step } from "./policy.ts";
import { rolesNow } from "./policy-queries.ts";
import type { GivenApproval, Waiting } from "./progress.ts";

interface StoredApproval extends GivenApproval {
  readonly requestId: string;
}

/** The approvals of the requests' current revisions, oldest first, by request. */
export async function readApprovals(
  db: Db,
  requests: readonly { readonly id: string }[],
): Promise<(id: string) => readonly GivenApproval[]> {
  const { rows } = await sql<StoredApproval>`
    select request_id as "requestId", person_id as "personId", in_place_of as "inPlaceOf",
      request_approvals.step, given_at as at, ${rolesNow("request_approvals")}
    from request_approvals
    join payment_requests on payment_requests.id = request_id
      and payment_requests.revision = request_approvals.revision
    where request_id = any(${requests.map(({ id }) => id)}::uuid[])
    order by given_at, person_id
  `.execute(db);
  const byRequest = Map.groupBy(rows, ({ requestId }) => requestId);
  return (id) => byRequest.get(id) ?? [];
}

/** What of a request waits for approvals. */
export function waitingOf(
  { maker_id: makerId, steps }: { readonly maker_id: string; readonly steps: readonly Step[] },
  given: readonly GivenApproval[],
): Waiting {
  return { preparedBy: [makerId], steps, given };
}
