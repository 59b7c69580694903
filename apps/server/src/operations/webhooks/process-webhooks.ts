import { sql } from "kysely";
import { now, secondsFromNow } from "../../kernel/clock.ts";
import { database, transaction } from "../../database/db.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import { ApiError } from "../../kernel/errors.ts";
import { log } from "../../kernel/log.ts";
import { notifySuperAdmins } from "../../identity/notifications/notify-super-admins.ts";
import {
  applyProviderUpdate,
  type UpdateResult,
} from "../../payouts/send/apply-provider-updates.ts";
import { findTrace } from "../../payouts/payout-traces.ts";
import { configuredProviders } from "../../providers/configured-providers.ts";
import type { CreditResult } from "../../money-in/virtual-accounts/post-incoming-credit.ts";
import { receiveChargeback } from "../../money-in/adjustments/receive-chargeback.ts";
import type { ChargebackResult } from "../../money-in/adjustments/settle-chargeback.ts";
import { receiveCredit } from "../../money-in/virtual-accounts/receive-credits.ts";
import { decrypt } from "../../database/encryption/encrypt.ts";
import { redactSecrets } from "../../kernel/redact-secrets.ts";
import { continueTrace } from "../../kernel/tracing.ts";
import type { TransferUpdate } from "../../providers/transfer.ts";
import type { WebhookEvent } from "../../providers/webhook-endpoint.ts";

const batchMax = 200;
const leaseSeconds = 60;
const triesMax = 12;

interface LeasedWebhook {
  readonly id: string;
  readonly adapter: string;
  readonly kind: string;
  readonly body: Buffer;
  readonly tries: number;
}

/** The outcome of one webhook, as written to its row. */
interface WebhookResult {
  readonly id: string;
  readonly tries: number;
  readonly state: "waiting" | "done" | "unusable";
  readonly outcome: string;
  readonly reference: string | null;
  readonly dueAt: Date | null;
}

/**
 * Applies verified webhooks. Repeats and any order give the same result, because
 * `payout-states.ts` decides the effect of each update. The lease of a dead worker expires.
 * @returns the number of webhooks processed.
 */
export async function processWebhooks(): Promise<number> {
  const webhooks = await leaseWebhooks();
  if (webhooks.length === 0) return 0;
  // Concurrently, so that their payouts join one batch.
  const results = await Promise.all(webhooks.map(processOne));
  await storeResults(results);
  await notifyUnusable(webhooks, results);
  return webhooks.length;
}

async function leaseWebhooks(): Promise<LeasedWebhook[]> {
  const { rows } = await sql<LeasedWebhook>`
    with due as (
      select id from webhooks where due_at <= ${now()}
      order by due_at limit ${batchMax} for update skip locked
    )
    update webhooks set due_at = ${secondsFromNow(leaseSeconds)}, tries = tries + 1
    from due where webhooks.id = due.id
    returning webhooks.id, adapter, kind, body, tries
  `.execute(database());
  return rows;
}

async function processOne(webhook: LeasedWebhook): Promise<WebhookResult> {
  const base = { id: webhook.id, tries: webhook.tries, reference: null, dueAt: null };
  let events: readonly WebhookEvent[];
  try {
    events = endpointOf(webhook.adapter).read(
      Buffer.from(decrypt("webhook", webhook.id, webhook.body)),
    );
  } catch (error) {
    // This process does not know the encryption key yet; a later try may.
    if (error instanceof ApiError) return { ...base, ...retryLater(webhook, error) };
    return { ...base, state: "unusable", outcome: errorText(error) };
  }
  const [first] = events;
  const reference = first?.about === "transfer" ? first.update.reference : null;
  try {
    const outcomes = await Promise.all(events.map((event) => applyEvent(webhook.adapter, event)));
    const outcome = [...new Set(outcomes)].join("; ") || "Nothing to apply";
    return { ...base, reference, state: "done", outcome };
  } catch (error) {
    log().error({ err: error, webhook: webhook.id }, "Could not process a webhook");
    return { ...base, reference, ...retryLater(webhook, error) };
  }
}

function retryLater({ tries }: LeasedWebhook, error: unknown) {
  const outcome = errorText(error);
  if (tries >= triesMax) return { state: "unusable", outcome } as const;
  const dueAt = secondsFromNow(Math.min(2 ** tries, 300));
  return { state: "waiting", outcome, dueAt } as const;
}

function endpointOf(adapter: string) {
  const endpoint = configuredProviders().find(({ name }) => name === adapter)?.webhook;
  if (!endpoint) throw new Error(`${adapter} has no webhook endpoint on this installation`);
  return endpoint;
}

async function applyEvent(adapter: string, event: WebhookEvent): Promise<string> {
  switch (event.about) {
    case "transfer":
      return payoutOutcomes[await applyTransfer(adapter, event.update)];
    case "credit":
      return creditOutcomes[await receiveCredit(adapter, event.credit)];
    case "chargeback":
      return chargebackOutcomes[await receiveChargeback(adapter, event.chargeback)];
    case "other":
      return "Nothing to apply";
  }
}

async function applyTransfer(adapter: string, update: TransferUpdate): Promise<UpdateResult> {
  const trace = await findTrace(update.reference);
  return continueTrace(trace, "apply webhook", { attributes: { "rokad.adapter": adapter } }, () =>
    applyProviderUpdate({ ...update, adapter }),
  );
}

const payoutOutcomes: Readonly<Record<UpdateResult, string>> = {
  settle: "Payout paid",
  release: "Payout failed; total refunded",
  reverse: "Payout returned by the bank; total refunded",
  partial_return: "Payout partly returned by the bank; the part refunded",
  note: "Payout is processing",
  complete: "Payout already paid; missing details added",
  nothing: "No change",
  contradiction: "Contradicts an earlier status; no money moved",
  mismatch: "Another amount or currency; nothing was applied",
  "unknown payout": "No payout has this reference",
  "not its payout": "This payout went through another provider",
};

const creditOutcomes: Readonly<Record<CreditResult, string>> = {
  credited: "Credit posted to the wallet",
  suspended: "Credit put in suspense",
  known: "Credit already received",
};

const chargebackOutcomes: Readonly<Record<ChargebackResult, string>> = {
  debited: "Credit taken back from the wallet",
  returned: "Credit taken back from suspense",
  contradiction: "Credit taken back; a super admin has to decide",
  waiting: "No known credit was taken back",
  known: "Chargeback already received",
};

function errorText(error: unknown): string {
  return redactSecrets(error instanceof Error ? error.message : "Unknown error");
}

const resultColumns = {
  id: "uuid",
  tries: "int",
  state: "text",
  outcome: "text",
  reference: "text",
  due_at: "timestamptz",
} as const;

/** Closes the race with a worker that took over an expired lease: `tries` identifies our lease. */
async function storeResults(results: readonly WebhookResult[]): Promise<void> {
  const rows = results.map(({ dueAt, ...result }) => ({ ...result, due_at: dueAt }));
  await sql`
    update webhooks
    set state = after.state, outcome = after.outcome, reference = after.reference,
        due_at = after.due_at, done_at = case when after.state = 'done' then ${now()}::timestamptz end
    from ${unnestRows("after", resultColumns, rows)}
    where webhooks.id = after.id and webhooks.tries = after.tries and webhooks.state = 'waiting'
  `.execute(database());
}

async function notifyUnusable(
  webhooks: readonly LeasedWebhook[],
  results: readonly WebhookResult[],
) {
  const unusable = webhooks.filter((_, at) => results[at]?.state === "unusable");
  const [first] = unusable;
  if (!first) return;
  const others = unusable.length - 1;
  await transaction((db) =>
    notifySuperAdmins(db, {
      kind: "provider_failing",
      subjectId: null,
      detail:
        others > 0
          ? `A webhook of ${first.adapter} (${first.kind}) and ${others} more can't be processed`
          : `A webhook of ${first.adapter} (${first.kind}) can't be processed`,
    }),
  );
}
