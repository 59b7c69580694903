import type { Activity } from "@rokad/contract/activity";
import { limits } from "@rokad/contract/limits";
import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { database } from "../../database/db.ts";
import { groupCommit } from "../../database/group-commit.ts";
import { providerFiguresOf } from "../../providers/provider-figures.ts";
import { readGatewayStatuses } from "../../identity/sms/gateway-status.ts";
import { isOpenSession } from "../../identity/sign-in/session-life.ts";
import { countJobs } from "./count-jobs.ts";
import { findProblems } from "./find-problems.ts";
import { listProcesses } from "./list-processes.ts";
import { totalOpenPayouts } from "./total-open-payouts.ts";

/** Current activity of the platform. Concurrent requests share one answer. */
export function summariseActivity(): Promise<Activity> {
  return summariseTogether(undefined);
}

const summariseTogether = groupCommit<undefined, Activity>(
  async (requests) => {
    const activity = await summarise();
    return requests.map(() => activity);
  },
  { atMost: 1_000 },
);

async function summarise(): Promise<Activity> {
  const [payouts, providers, jobs, sessions, processes, gateways] = await Promise.all([
    totalOpenPayouts(),
    readProviders(),
    countJobs(),
    countSessions(),
    listProcesses(),
    readGatewayStatuses(),
  ]);
  const signals = { payouts, providers, jobs, processes };
  const smsFails = gateways.every(({ isFailing }) => isFailing);
  return {
    as_of: now().toISOString(),
    ...findProblems({ ...signals, smsFails }),
    ...signals,
    sessions,
  };
}

async function readProviders(): Promise<Activity["providers"]> {
  const since = secondsFromNow(-limits.activityMinutes * 60);
  const [providers, minutes] = await Promise.all([
    database()
      .selectFrom("providers")
      .innerJoin("provider_health", "provider_health.provider", "providers.id")
      .select(["id", "paused_at", "probed_at", "probe_error"])
      .execute(),
    database().selectFrom("provider_minutes").selectAll().where("minute", ">", since).execute(),
  ]);
  return providerIds.map((id) => {
    const provider = providers.find((row) => row.id === id);
    return {
      id,
      is_paused: Boolean(provider?.paused_at),
      is_reachable: provider?.probed_at ? provider.probe_error === null : null,
      ...providerFiguresOf(minutes.filter((row) => row.provider === id)),
    };
  });
}

async function countSessions(): Promise<Activity["sessions"]> {
  const { rows } = await sql<{ sessions: number; people: number }>`
    select count(*)::int as sessions, count(distinct person_id)::int as people
    from sessions where ${isOpenSession()}
  `.execute(database());
  return { count: rows[0]?.sessions ?? 0, people_count: rows[0]?.people ?? 0 };
}
