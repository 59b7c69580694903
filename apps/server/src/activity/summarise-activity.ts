import type { Activity } from "@rokad/contract/activity";
import { limits } from "@rokad/contract/limits";
import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { now, secondsFromNow } from "../clock.ts";
import { database } from "../db.ts";
import { gather } from "../gather.ts";
import { railFiguresOf } from "../providers/rail-figures.ts";
import { gatewayStandings } from "../sms/gateway-standings.ts";
import { countJobs } from "./count-jobs.ts";
import { findProblems } from "./find-problems.ts";
import { listProcesses } from "./list-processes.ts";
import { sumOpenPayouts } from "./sum-open-payouts.ts";

/** What happens now. Those who look at the same moment share one answer. */
export function summariseActivity(): Promise<Activity> {
  return summariseTogether(undefined);
}

const summariseTogether = gather<undefined, Activity>(
  async (askers) => {
    const activity = await summarise();
    return askers.map(() => activity);
  },
  { atMost: 1_000 },
);

async function summarise(): Promise<Activity> {
  const [payouts, providers, jobs, sessions, processes, gateways] = await Promise.all([
    sumOpenPayouts(),
    lookAtProviders(),
    countJobs(),
    countSessions(),
    listProcesses(),
    gatewayStandings(),
  ]);
  const seen = { payouts, providers, jobs, processes };
  const textsFail = gateways.every(({ fails }) => fails);
  return { as_of: now().toISOString(), ...findProblems({ ...seen, textsFail }), ...seen, sessions };
}

async function lookAtProviders(): Promise<Activity["providers"]> {
  const since = secondsFromNow(-limits.activityMinutes * 60);
  const [rails, minutes] = await Promise.all([
    database()
      .selectFrom("providers")
      .innerJoin("provider_health", "provider_health.provider", "providers.id")
      .select(["id", "paused_at", "probed_at", "probe_error"])
      .execute(),
    database().selectFrom("provider_minutes").selectAll().where("minute", ">", since).execute(),
  ]);
  return providerIds.map((id) => {
    const rail = rails.find((row) => row.id === id);
    return {
      id,
      is_paused: Boolean(rail?.paused_at),
      is_reachable: rail?.probed_at ? rail.probe_error === null : null,
      ...railFiguresOf(minutes.filter((row) => row.provider === id)),
    };
  });
}

async function countSessions(): Promise<Activity["sessions"]> {
  const { rows } = await sql<{ sessions: number; people: number }>`
    select count(*)::int as sessions, count(distinct person_id)::int as people
    from sessions where ended_at is null and expires_at > ${now()}
  `.execute(database());
  return { count: rows[0]?.sessions ?? 0, people_count: rows[0]?.people ?? 0 };
}
