import { sql } from "kysely";
import { limits } from "@rokad/contract/limits";
import { database } from "../apps/server/src/database/db.ts";
import { newId } from "../apps/server/src/kernel/ids.ts";
import { issueAccessToken } from "../apps/server/src/identity/sign-in/access-token.ts";
import { issueToken } from "../apps/server/src/identity/signatures/verify-step-up.ts";
import { createTenants, type BenchTenant } from "./create-tenants.ts";
import {
  createRequests,
  median,
  order,
  port,
  startServer,
  withNewPostgres,
} from "./payout-load.ts";
import type { Row } from "./row.ts";
import { assertBooksBalance } from "./settle.ts";

const rounds = 5;
const secondsMax = 2;

interface Answer {
  readonly status: number;
  readonly body: {
    readonly data: { readonly id: string; readonly content_hash: string; readonly outcome: string };
    readonly error?: { readonly step_up?: { readonly id: string } };
  };
}

/**
 * One signature over as many payment requests as it may cover, each of which becomes a payout, against
 * the same number of payouts that are sent one after the other. The codes are not in either time.
 * @throws if a request was not sent or the books do not balance.
 */
export function benchApprovals(): Promise<Row[]> {
  return withNewPostgres(async ({ url }) => {
    const [owner] = await createTenants(1);
    if (!owner) throw new Error("There is no tenant");
    const approver = await addApprover(owner);
    const stop = await startServer(url, "api");
    const times: { readonly approved: number; readonly single: number }[] = [];
    try {
      // The first round warms the server up.
      for (let round = 0; round <= rounds; round += 1) {
        const single = await sendSingly(owner);
        const approved = await approveTogether(owner, approver);
        if (round > 0) times.push({ approved, single });
      }
    } finally {
      await stop();
      await assertBooksBalance();
    }
    return [rowOf(times)];
  });
}

function rowOf(times: readonly { readonly approved: number; readonly single: number }[]): Row {
  const approved = median(times.map((time) => time.approved));
  const single = median(times.map((time) => time.single));
  return {
    key: "approvals_together",
    name: `${limits.approvalsAtOnceMax} payment requests approved with one signature`,
    reference: `${limits.approvalsAtOnceMax} payouts sent one after the other`,
    measured: `${approved.toFixed(2)} s`,
    referred: `${single.toFixed(2)} s`,
    ratio: approved / single,
    goal: { atMost: 1 },
    holds: times.every((time) => time.approved <= secondsMax),
    note: `each round at most ${secondsMax} s`,
  };
}

/** A member who approves; without a policy, a request asks any one approver. */
async function addApprover({ id: tenantId }: BenchTenant): Promise<BenchTenant> {
  const [id, sessionId] = [newId(), newId()];
  await sql`
    insert into people (id, mobile, name, created_at, updated_at)
    values (${id}, '8000000001', 'Bench approver', now(), now())
  `.execute(database());
  await sql`
    insert into memberships (tenant_id, person_id, roles, created_at)
    values (${tenantId}, ${id}, '{approver}', now())
  `.execute(database());
  await sql`
    insert into sessions (id, person_id, tenant_id, created_at, last_seen_at, expires_at)
    values (${sessionId}, ${id}, ${tenantId}, now(), now(), now() + interval '1 day')
  `.execute(database());
  return { id, accessToken: issueAccessToken({ id: sessionId, personId: id }, 24 * 60) };
}

/** @returns the seconds. */
async function sendSingly(owner: BenchTenant): Promise<number> {
  const bodies = createRequests([owner], limits.approvalsAtOnceMax).map(
    (request) => JSON.parse(request.slice(request.indexOf("\r\n\r\n") + 4)) as object,
  );
  const started = performance.now();
  for (const body of bodies) {
    const { status } = await post(owner, "/payouts/initiate", body, { "idempotency-key": newId() });
    if (status !== 201) throw new Error(`A payout was answered with ${status}`);
  }
  return (performance.now() - started) / 1_000;
}

/** @returns the seconds of the signed request. */
async function approveTogether(owner: BenchTenant, approver: BenchTenant): Promise<number> {
  const requests: { id: string; content_hash: string }[] = [];
  while (requests.length < limits.approvalsAtOnceMax) {
    const { status, body } = await post(
      owner,
      "/payment-requests",
      { payout: order },
      { "idempotency-key": newId() },
    );
    if (status !== 201) throw new Error(`A payment request was answered with ${status}`);
    requests.push({ id: body.data.id, content_hash: body.data.content_hash });
  }
  const approve = (headers: Readonly<Record<string, string>>) =>
    post(approver, "/payment-requests/approve", { requests }, headers);
  const asked = await approve({ "idempotency-key": newId() });
  const { token } = await issueToken(asked.body.error?.step_up?.id ?? "");
  const started = performance.now();
  const { body } = await approve({ "idempotency-key": newId(), "step-up": token });
  const seconds = (performance.now() - started) / 1_000;
  const outcomes = body.data as unknown as readonly Answer["body"]["data"][];
  const sent = outcomes.filter(({ outcome }) => outcome === "sent").length;
  if (sent !== requests.length) throw new Error(`Only ${sent} requests were sent`);
  return seconds;
}

async function post(
  { accessToken }: BenchTenant,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${accessToken}`,
      ...headers,
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Answer["body"] };
}
