import { sql } from "kysely";
import { now, secondsFromNow } from "../clock.ts";
import { database, transaction } from "../db.ts";
import { Refusal } from "../errors.ts";
import { log } from "../log.ts";
import { tellSuperAdmins } from "../notifications/tell-super-admins.ts";
import { recordReport, type Heard } from "../payouts/record-reports.ts";
import { everyProvider } from "../providers/rails.ts";
import type { Received } from "../virtual-accounts/take-credit.ts";
import { receiveCredit } from "../virtual-accounts/receive-credits.ts";
import { unseal } from "../sealing/seal.ts";
import { withoutSecrets } from "../providers/without-secrets.ts";
import type { Happening } from "../providers/webhook-door.ts";

const atMost = 200;
const claimSeconds = 60;
const triesMax = 12;

interface Claimed {
  readonly id: string;
  readonly adapter: string;
  readonly kind: string;
  readonly body: Buffer;
  readonly tries: number;
}

/** What became of one: what is written to its row. */
interface Worked {
  readonly id: string;
  readonly tries: number;
  readonly state: "waiting" | "done" | "unusable";
  readonly outcome: string;
  readonly reference: string | null;
  readonly dueAt: Date | null;
}

/**
 * Does what verified webhooks say. Repeats, and any order, come out the same: what a report does
 * to a payout is `payout-states.ts`'s to say. A worker that dies leaves a claim that runs out.
 * @returns how many were worked on.
 */
export async function workOffWebhooks(): Promise<number> {
  const claimed = await claim();
  if (claimed.length === 0) return 0;
  // Together, so that their payouts share transactions.
  const worked = await Promise.all(claimed.map(workOff));
  await write(worked);
  await tellOfUnusable(claimed, worked);
  return claimed.length;
}

async function claim(): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select id from webhooks where due_at <= ${now()}
      order by due_at limit ${atMost} for update skip locked
    )
    update webhooks set due_at = ${secondsFromNow(claimSeconds)}, tries = tries + 1
    from due where webhooks.id = due.id
    returning webhooks.id, adapter, kind, body, tries
  `.execute(database());
  return rows;
}

async function workOff(webhook: Claimed): Promise<Worked> {
  const base = { id: webhook.id, tries: webhook.tries, reference: null, dueAt: null };
  let happenings: readonly Happening[];
  try {
    happenings = doorOf(webhook.adapter).read(
      Buffer.from(unseal("webhook", webhook.id, webhook.body)),
    );
  } catch (error) {
    // A key that this process does not know yet is no fault of the webhook.
    if (error instanceof Refusal) return { ...base, ...later(webhook, error) };
    return { ...base, state: "unusable", outcome: sentenceOf(error) };
  }
  const [first] = happenings;
  const reference = first?.about === "transfer" ? first.notice.reference : null;
  try {
    const outcomes = await Promise.all(happenings.map((one) => act(webhook.adapter, one)));
    const outcome = [...new Set(outcomes)].join("; ") || "Nothing that is kept here";
    return { ...base, reference, state: "done", outcome };
  } catch (error) {
    log().error({ err: error, webhook: webhook.id }, "A webhook could not be worked off");
    return { ...base, reference, ...later(webhook, error) };
  }
}

function later({ tries }: Claimed, error: unknown) {
  const outcome = sentenceOf(error);
  if (tries >= triesMax) return { state: "unusable", outcome } as const;
  const dueAt = secondsFromNow(Math.min(2 ** tries, 300));
  return { state: "waiting", outcome, dueAt } as const;
}

function doorOf(adapter: string) {
  const door = everyProvider().find(({ name }) => name === adapter)?.webhook;
  if (!door) throw new Error(`This installation has no webhooks of ${adapter}`);
  return door;
}

async function act(adapter: string, happening: Happening): Promise<string> {
  switch (happening.about) {
    case "transfer":
      return wordsFor[await recordReport({ ...happening.notice, adapter })];
    case "credit":
      return wordsForCredit[await receiveCredit(adapter, happening.credit)];
    case "other":
      return "Nothing that is kept here";
  }
}

const wordsFor: Readonly<Record<Heard, string>> = {
  settle: "Payout paid",
  release: "Payout failed, its total given back",
  reverse: "Payout returned, its total given back",
  note: "Payout is being processed",
  complete: "Payout was paid before; what was missing is kept",
  nothing: "No news",
  contradiction: "Against what was said before: no money moved",
  "unknown payout": "No payout of ours has this reference",
  "not its payout": "That payout went through another provider",
};

const wordsForCredit: Readonly<Record<Received, string>> = {
  credited: "Money arrived and was credited",
  suspended: "Money arrived and was kept in suspense",
  known: "A credit that was told before",
};

function sentenceOf(error: unknown): string {
  return withoutSecrets(error instanceof Error ? error.message : "An unknown fault");
}

/** Only while the claim is ours still: another worker may have taken it over meanwhile. */
async function write(worked: readonly Worked[]): Promise<void> {
  await sql`
    update webhooks
    set state = after.state, outcome = after.outcome, reference = after.reference,
        due_at = after.due_at, done_at = case when after.state = 'done' then ${now()}::timestamptz end
    from unnest(
      ${worked.map((one) => one.id)}::uuid[],
      ${worked.map((one) => one.tries)}::int[],
      ${worked.map((one) => one.state)}::text[],
      ${worked.map((one) => one.outcome)}::text[],
      ${worked.map((one) => one.reference)}::text[],
      ${worked.map((one) => one.dueAt)}::timestamptz[]
    ) as after (id, tries, state, outcome, reference, due_at)
    where webhooks.id = after.id and webhooks.tries = after.tries and webhooks.state = 'waiting'
  `.execute(database());
}

async function tellOfUnusable(claimed: readonly Claimed[], worked: readonly Worked[]) {
  const unusable = claimed.filter((_, at) => worked[at]?.state === "unusable");
  const [first] = unusable;
  if (!first) return;
  const others = unusable.length - 1;
  await transaction((db) =>
    tellSuperAdmins(db, {
      kind: "provider_failing",
      subjectId: null,
      detail:
        `A webhook of ${first.adapter} (${first.kind}) could not be used` +
        (others > 0 ? `, and ${others} more` : ""),
    }),
  );
}
