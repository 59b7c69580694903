import { providerIds } from "@rokad/contract/tenants";
import { sql } from "kysely";
import { secondsFromNow } from "../clock.ts";
import { database } from "../db.ts";
import { readSettings, type Settings } from "../platform/settings.ts";
import type { ProviderId } from "../providers/provider.ts";
import { railFiguresOf, type MeasuredRow } from "../providers/rail-figures.ts";
import { probeSecondsMax, whyUnwell, windowMinutes } from "../providers/rail-health.ts";
import { adapterOf } from "../providers/rails.ts";

export interface RailStanding {
  readonly isPaused: boolean;
  /** There is no adapter with its keys behind it: it can neither be sent to nor asked. */
  readonly isGone: boolean;
  /** Why new payouts pass it over; undefined while it is well. */
  readonly unwell: string | undefined;
}

export type RailStandings = Readonly<Record<ProviderId, RailStanding>>;

const keptMs = 1_000;
let kept: { readonly at: number; readonly standings: Promise<RailStandings> } | undefined;

/**
 * The rails as they stood within the last second: for choosing one. That nothing is sent over a
 * paused rail does not hang on this; `claimPayouts` sees to it under a lock.
 */
export function railStandings(): Promise<RailStandings> {
  if (!kept || performance.now() - kept.at > keptMs) {
    const standings = readStandings();
    kept = { at: performance.now(), standings };
    // A failed look is not kept.
    standings.catch(forgetRailStandings);
  }
  return kept.standings;
}

/** After a pause or its end in this process; other servers see it within the second. */
export function forgetRailStandings(): void {
  kept = undefined;
}

/** Whether a new payout can go over a rail now. */
export function isFree({ isPaused, unwell }: RailStanding): boolean {
  return !isPaused && unwell === undefined;
}

interface Row {
  readonly id: ProviderId;
  readonly is_paused: boolean;
  readonly probe_error: string | null;
}

async function readStandings(): Promise<RailStandings> {
  const [settings, { rows }, { rows: minutes }] = await Promise.all([
    readSettings(),
    sql<Row>`
      select id, paused_at is not null as is_paused,
        case when probed_at > ${secondsFromNow(-probeSecondsMax)} then probe_error end as probe_error
      from providers join provider_health on provider = id
    `.execute(database()),
    sql<MeasuredRow & { provider: ProviderId }>`
      select * from provider_minutes where minute > ${secondsFromNow(-windowMinutes * 60)}
    `.execute(database()),
  ]);
  const standingOf = async (id: ProviderId): Promise<RailStanding> => {
    const row = rows.find((rail) => rail.id === id);
    const missing = await missingOf(id, settings);
    const figures = railFiguresOf(minutes.filter(({ provider }) => provider === id));
    return {
      isPaused: row?.is_paused ?? false,
      isGone: missing.length > 0,
      unwell: whyUnwell({
        missing,
        probeError: row?.probe_error ?? null,
        answered: figures.answered_count,
        unanswered: figures.unclear_count + figures.broken_count,
        medianMs: figures.median_ms,
      }),
    };
  };
  const [primary, alternative] = await Promise.all(providerIds.map(standingOf));
  if (!primary || !alternative) throw new Error("There are two rails");
  return { primary, alternative };
}

/** What the adapter behind a rail lacks, its own place on this installation included. */
async function missingOf(id: ProviderId, settings: Settings): Promise<readonly string[]> {
  const setting = `${id}_provider` as const;
  try {
    return await adapterOf(id, settings[setting]).missingSettings();
  } catch {
    // Its setting can't be read, or names an adapter that is not here.
    return [setting];
  }
}
