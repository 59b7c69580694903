import type { WaitingApprovals } from "@rokad/contract/waiting-approvals";
import { limits } from "@rokad/contract/limits";
import { database } from "../../database/db.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { listApprovers } from "../approval-policies/policy-queries.ts";
import { canApproveNext } from "../approvals/describe-waiting.ts";
import { readWaiting } from "./read-waiting.ts";

/** What the person can approve now, the longest waiting first. */
export async function listApprovals(person: Tenant): Promise<WaitingApprovals> {
  const db = database();
  const [all, members] = await Promise.all([
    readWaiting(db, person.tenantId),
    listApprovers(db, person.tenantId),
  ]);
  const own = all
    .filter(({ waiting }) => canApproveNext(waiting, members, person.member.id))
    .toSorted((one, other) => one.since.getTime() - other.since.getTime());
  const shown = own.slice(0, limits.waitingShownMax);
  const waiting = await Promise.all(
    shown.map(async ({ kind, id, title, since, readAmount }) => ({
      kind,
      id,
      title,
      amount: inr(await readAmount()),
      since: since.toISOString(),
    })),
  );
  return { count: own.length, waiting };
}
