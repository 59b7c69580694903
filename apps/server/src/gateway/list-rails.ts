import type { Rail } from "@rokad/contract/gateway";
import { providerIds } from "@rokad/contract/tenants";
import { now } from "../clock.ts";
import { gather } from "../gather.ts";
import { inr } from "../money.ts";
import { mostOf } from "../payouts/choose-provider.ts";
import { railStandings } from "../payouts/rail-standings.ts";
import { readSettings, type Settings } from "../platform/settings.ts";
import type { ProviderId } from "../providers/provider.ts";
import { adapterOf } from "../providers/rails.ts";
import { railFiguresOf } from "../providers/rail-figures.ts";
import { otherRail } from "./other-rail.ts";
import {
  countTenants,
  selectHours,
  selectRails,
  sumOpen,
  type OpenSums,
  type RailRow,
  type TenantCounts,
} from "./queries.ts";

interface Answer {
  readonly as_of: string;
  readonly providers: Rail[];
}

/** Both rails as they stand. Those who look at the same moment share one answer. */
export function listRails(): Promise<Answer> {
  return listTogether(undefined);
}

const listTogether = gather<undefined, Answer>(
  async (askers) => {
    const answer = await readRails();
    return askers.map(() => answer);
  },
  { atMost: 1_000 },
);

async function readRails(): Promise<Answer> {
  const settings = await readSettings();
  const [standings, rails, open, tenants, hours] = await Promise.all([
    railStandings(),
    selectRails(),
    sumOpen((id, method) => mostOf(otherRail(id), method, settings)),
    countTenants(),
    selectHours(),
  ]);
  const facts = {
    primary: await adapterFacts("primary", settings),
    alternative: await adapterFacts("alternative", settings),
  };
  const providers = providerIds.map((id) => {
    const ofRail = hours.filter((row) => row.provider === id);
    return {
      ...standing(rails.find((row) => row.id === id)),
      ...facts[id],
      passed_over: sentenceOf(standings[id].unwell),
      ...openFacts(open.find((row) => row.provider === id)),
      ...tenantFacts(id, tenants),
      last_day: railFiguresOf(ofRail),
      hours: lastHours().map((hour) => ({
        hour: hour.toISOString(),
        ...railFiguresOf(ofRail.filter((row) => row.hour.getTime() === hour.getTime())),
      })),
    };
  });
  return { as_of: now().toISOString(), providers };
}

function sentenceOf(unwell: string | undefined): string | null {
  return unwell === undefined ? null : `New payouts pass it over: ${unwell}.`;
}

function standing(row: RailRow | undefined) {
  if (!row) throw new Error("A provider has no row");
  const told = (at: Date | null, what: string | null) =>
    at && what !== null ? { at: at.toISOString(), what } : null;
  return {
    id: row.id,
    pause: row.paused_at && {
      at: row.paused_at.toISOString(),
      by: row.paused_by_name ?? "",
      reason: row.pause_reason ?? "",
    },
    probe: row.probed_at && {
      at: row.probed_at.toISOString(),
      took_ms: row.probe_ms ?? 0,
      error: row.probe_error,
    },
    balance: row.balance_paise === null ? null : inr(row.balance_paise),
    last_success: told(row.last_success_at, row.last_success),
    last_error: told(row.last_error_at, row.last_error),
  };
}

async function adapterFacts(id: ProviderId, settings: Settings) {
  const adapter = adapterOf(id, settings[`${id}_provider`]);
  return {
    adapter: adapter.name,
    missing_settings: [...(await adapter.missingSettings())],
    tells_balance: adapter.balance !== undefined,
    amount_max: {
      upi: inr(mostOf(id, "upi", settings)),
      imps: inr(mostOf(id, "imps", settings)),
    },
  };
}

function openFacts(row: OpenSums | undefined) {
  return {
    waiting: { count: row?.waiting ?? 0, amount: inr(row?.waiting_paise ?? 0n) },
    waiting_movable: { count: row?.movable ?? 0, amount: inr(row?.movable_paise ?? 0n) },
    under_way: { count: row?.under_way ?? 0, amount: inr(row?.under_way_paise ?? 0n) },
  };
}

function tenantFacts(id: ProviderId, counts: TenantCounts) {
  return { tenant_count: counts[id], tenant_only_count: counts[id] - counts.both };
}

/** The beginnings of the last 24 hours, the one under way last. In India they begin at half past in UTC. */
function lastHours(): Date[] {
  const hourMs = 60 * 60_000;
  const offsetMs = 30 * 60_000;
  const last = Math.floor((now().getTime() - offsetMs) / hourMs) * hourMs + offsetMs;
  return Array.from({ length: 24 }, (_, at) => new Date(last - (23 - at) * hourMs));
}
