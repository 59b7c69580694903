import type { Rail } from "@rokad/contract/gateway";
import { providerIds } from "@rokad/contract/tenants";
import { now } from "../../kernel/clock.ts";
import { groupCommit } from "../../database/group-commit.ts";
import { inr } from "../../kernel/money.ts";
import { payoutPaiseMaxOf } from "../../payouts/send/choose-provider.ts";
import { providerStatuses } from "../../payouts/provider-status.ts";
import { database } from "../../database/db.ts";
import { readRunway } from "../float/alert-low-balance.ts";
import { readSettings, type Settings } from "../../identity/settings/settings.ts";
import type { ProviderId } from "../../providers/provider.ts";
import { adapterOf } from "../../providers/configured-providers.ts";
import { providerFiguresOf } from "../../providers/provider-figures.ts";
import { otherProvider } from "./other-provider.ts";
import {
  countTenants,
  selectHours,
  selectProviders,
  totalOpenPayouts,
  type OpenTotals,
  type ProviderRow,
  type TenantCounts,
} from "./queries.ts";

interface Answer {
  readonly as_of: string;
  readonly providers: Rail[];
}

/** Current state of both providers. Concurrent requests share one answer. */
export function listProviders(): Promise<Answer> {
  return listTogether(undefined);
}

const listTogether = groupCommit<undefined, Answer>(
  async (requests) => {
    const answer = await readProviders();
    return requests.map(() => answer);
  },
  { atMost: 1_000 },
);

async function readProviders(): Promise<Answer> {
  const settings = await readSettings();
  const [statuses, providers, open, tenants, hours] = await Promise.all([
    providerStatuses(),
    selectProviders(),
    totalOpenPayouts((id, method) => payoutPaiseMaxOf(otherProvider(id), method, settings)),
    countTenants(),
    selectHours(),
  ]);
  const facts = {
    primary: await adapterFacts("primary", settings),
    alternative: await adapterFacts("alternative", settings),
  };
  const answers = providerIds.map((id): Rail => {
    const ofProvider = hours.filter((row) => row.provider === id);
    return {
      ...healthOf(providers.find((row) => row.id === id)),
      ...facts[id],
      passed_over: passedOverText(statuses[id].openReason),
      ...openFacts(open.find((row) => row.provider === id)),
      ...tenantFacts(id, tenants),
      last_day: providerFiguresOf(ofProvider),
      hours: lastHours().map((hour) => ({
        hour: hour.toISOString(),
        ...providerFiguresOf(ofProvider.filter((row) => row.hour.getTime() === hour.getTime())),
      })),
    };
  });
  return { as_of: now().toISOString(), providers: answers };
}

function passedOverText(openReason: string | undefined): string | null {
  return openReason === undefined ? null : `New payouts skip this provider: ${openReason}.`;
}

function healthOf(row: ProviderRow | undefined) {
  if (!row) throw new Error("A provider has no row");
  const lastEvent = (at: Date | null, what: string | null) =>
    at && what !== null ? { at: at.toISOString(), what } : null;
  return {
    id: row.id,
    pause: row.paused_at && {
      at: row.paused_at.toISOString(),
      by: row.paused_by_name ?? "the command line",
      reason: row.pause_reason ?? "",
    },
    probe: row.probed_at && {
      at: row.probed_at.toISOString(),
      took_ms: row.probe_ms ?? 0,
      error: row.probe_error,
    },
    balance: row.balance_paise === null ? null : inr(row.balance_paise),
    balance_read_at:
      row.balance_paise === null ? null : (row.balance_read_at?.toISOString() ?? null),
    balance_problem: row.balance_problem,
    last_success: lastEvent(row.last_success_at, row.last_success),
    last_error: lastEvent(row.last_error_at, row.last_error),
  };
}

async function adapterFacts(id: ProviderId, settings: Settings) {
  const adapter = adapterOf(id, settings[`${id}_provider`]);
  return {
    adapter: adapter.name,
    missing_settings: [...(await adapter.missingSettings())],
    reports_balance: adapter.balance !== undefined,
    ...(await readRunway(database(), adapter.name)),
    amount_max: {
      upi: inr(payoutPaiseMaxOf(id, "upi", settings)),
      imps: inr(payoutPaiseMaxOf(id, "imps", settings)),
    },
  };
}

function openFacts(row: OpenTotals | undefined) {
  return {
    waiting: { count: row?.waiting ?? 0, amount: inr(row?.waiting_paise ?? 0n) },
    waiting_movable: { count: row?.movable ?? 0, amount: inr(row?.movable_paise ?? 0n) },
    in_progress: { count: row?.in_progress ?? 0, amount: inr(row?.in_progress_paise ?? 0n) },
  };
}

function tenantFacts(id: ProviderId, counts: TenantCounts) {
  return { tenant_count: counts[id], tenant_only_count: counts[id] - counts.both };
}

/** Start times of the last 24 hours, the current one last. Indian hours start at half past in UTC. */
function lastHours(): Date[] {
  const hourMs = 60 * 60_000;
  const offsetMs = 30 * 60_000;
  const last = Math.floor((now().getTime() - offsetMs) / hourMs) * hourMs + offsetMs;
  return Array.from({ length: 24 }, (_, at) => new Date(last - (23 - at) * hourMs));
}
