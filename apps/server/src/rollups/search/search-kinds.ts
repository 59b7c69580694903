import { sql, type RawBuilder } from "kysely";

/**
 * A payout by its request, one that waits for funds, one that was not funded, a payout's return, a
 * deposit by its request, and a credited deposit.
 */
export type Kind = "payout" | "wait" | "not_funded" | "return" | "deposit" | "credit";

interface KindTable {
  /** Its newest rows that the written terms may lack: `kind, at, id, terms`. */
  readonly newest?: (tenantId: string) => RawBuilder<unknown>;
  /** The terms of the row `keys.id` as it is now; null without the row. */
  readonly terms: (tenantId: string) => RawBuilder<unknown>;
  /** The rows of whole references: `kind, at, id`. */
  readonly ofReference?: (tenantId: string, references: readonly string[]) => RawBuilder<unknown>;
}

/** A worker that is further behind leaves payouts of the time between unfound. */
const newestMax = 1_000;

/** Postings are dated some moments before or after their rows, by another server's clock. */
const since = sql`(select at - interval '1 minute' from search_head)`;

const termsOfWait = (tenantId: string) => sql`
  select search_terms_of_wait(funds_queue) from funds_queue
  where funds_queue.id = keys.id and tenant_id = ${tenantId}
`;

export const kindTable: Readonly<Record<Kind, KindTable>> = {
  payout: {
    newest: (tenantId) => sql`
      select 'payout' as kind, created_at as at, id, search_terms_of_payout(payouts) as terms
      from payouts where tenant_id = ${tenantId} and created_at >= ${since}
      order by created_at desc, id desc limit ${newestMax}
    `,
    terms: (tenantId) => sql`
      select search_terms_of_payout(payouts) from payouts
      where payouts.id = keys.id and tenant_id = ${tenantId}
    `,
    ofReference: (tenantId, references) => sql`
      select 'payout' as kind, created_at as at, id from payouts
      where reference_id = any(${references}::text[]) and tenant_id = ${tenantId}
    `,
  },
  // Its terms are not stored: few wait at a time.
  wait: {
    newest: (tenantId) => sql`
      select 'wait' as kind, created_at as at, id, search_terms_of_wait(funds_queue) as terms
      from funds_queue where tenant_id = ${tenantId} and state = 'waiting'
      order by place desc limit ${newestMax}
    `,
    terms: termsOfWait,
  },
  // A trigger writes its terms in the transaction that ends the wait.
  not_funded: { terms: termsOfWait },
  return: {
    newest: (tenantId) => sql`
      select 'return' as kind, created_at as at, id,
        search_terms_of_return(payout_reversals) as terms
      from payout_reversals where tenant_id = ${tenantId} and created_at >= ${since}
      order by created_at desc limit ${newestMax}
    `,
    terms: (tenantId) => sql`
      select search_terms_of_return(payout_reversals) from payout_reversals
      where payout_reversals.id = keys.id and tenant_id = ${tenantId}
    `,
    ofReference: (tenantId, references) => sql`
      select 'return' as kind, payout_reversals.created_at as at, payout_reversals.id
      from payout_reversals join payouts on payouts.id = payout_id
      where reference_id = any(${references}::text[]) and payouts.tenant_id = ${tenantId}
    `,
  },
  // A trigger writes its terms in the transaction of the row.
  deposit: {
    terms: (tenantId) => sql`
      select search_terms_of_deposit(deposits) from deposits
      where deposits.id = keys.id and tenant_id = ${tenantId}
    `,
  },
  credit: {
    newest: (tenantId) => sql`
      select 'credit' as kind, reviewed_at as at, id, search_terms_of_deposit(deposits) as terms
      from deposits
      where tenant_id = ${tenantId} and status = 'completed' and reviewed_at >= ${since}
      order by reviewed_at desc, id desc limit ${newestMax}
    `,
    terms: (tenantId) => sql`
      select search_terms_of_deposit(deposits) from deposits
      where deposits.id = keys.id and tenant_id = ${tenantId}
    `,
  },
};

/** The newest rows of a kind in a query of its own; none for a kind that has its terms at once. */
export function newestOf(kind: Kind, tenantId: string): RawBuilder<unknown>[] {
  const { newest } = kindTable[kind];
  return [newest ? sql`(${newest(tenantId)})` : none];
}

const none = sql`
  (select null as kind, null::timestamptz as at, null::uuid as id, null::text[] as terms where false)
`;

/** The terms of the row that `keys` names. */
export function termsOfRow(of: readonly Kind[], tenantId: string): RawBuilder<unknown> {
  const cases = of.map(
    (kind) => sql`when ${sql.lit(kind)} then (${kindTable[kind].terms(tenantId)})`,
  );
  return sql`case keys.kind ${sql.join(cases, sql` `)} end`;
}
