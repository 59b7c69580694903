import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "../../database/db.ts";
import type { ApiError } from "../../kernel/errors.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { LockedWallets } from "../../ledger/ledger.ts";
import type { Step } from "../approval-policies/policy.ts";
import type { GivenApproval, Waiting } from "../approval-policies/progress.ts";

/** A payment request, a batch or a version of a schedule, as the database stores it. */
export interface Item {
  readonly id: string;
  readonly tenant_id: string;
  readonly created_at: Date;
  readonly waits_since: Date | null;
}

/** Since when an item's current step waits, and whom it was sent to. */
interface WaitColumns {
  readonly waits_since: Date | null;
  readonly reminded_at: Date | null;
  readonly stuck_since: Date | null;
}

/** What a kind of item says of itself; how approvals wait and are given is the same for all kinds. */
export interface Subject<T extends Item> {
  readonly kind: "request" | "batch" | "schedule";
  readonly table: "payment_requests" | "payout_batches" | "payout_schedules";
  readonly columns: RawBuilder<unknown>;
  /** Which of the items that await approval can still get one; default: all. */
  readonly isInTime?: () => RawBuilder<unknown>;
  /** Who prepared it, its steps, and the approvals that it has. */
  readonly waitingOf: (item: T, given: readonly GivenApproval[]) => Waiting;
  /** `₹4,50,000.00 to Asha Rao`, or the name of a file. */
  readonly titleOf: (item: T) => string;
  /** What it pays in paise, without charges; a schedule each time. */
  readonly amountOf: (db: Db, item: T) => Promise<bigint>;
  /** The approvals of the items' current content, oldest first, by item. */
  readonly readGiven: (
    db: Db,
    items: readonly T[],
  ) => Promise<(id: string) => readonly GivenApproval[]>;
  readonly update: (db: Tx, ids: readonly string[], columns: Partial<WaitColumns>) => Promise<void>;
}

export interface DraftItem extends Item {
  /** Frozen when it was submitted; null if no approval was asked. */
  readonly steps: readonly Step[] | null;
  readonly content_hash: Buffer | null;
  readonly submitted_at: Date | null;
  readonly state: string;
}

export interface DraftColumns extends WaitColumns {
  readonly state: "draft" | "awaiting_approval";
  readonly policy_id: string | null;
  /** JSON of the steps. */
  readonly steps: string | null;
  readonly submitted_at: Date | null;
  readonly returned_by: string | null;
  readonly returned_reason: string | null;
  readonly returned_at: Date | null;
}

/** What one payout of an item takes, in paise. */
export interface Amounts {
  readonly amount_paise: bigint;
  readonly fee_paise: bigint;
  readonly gst_paise: bigint;
}

/** An approval, as each kind stores it beside its own key. */
export interface NewApproval {
  readonly person_id: string;
  readonly tenant_id: string;
  readonly step: number;
  readonly content_hash: Buffer;
  readonly amount_paise: bigint;
  readonly roles: string[];
  readonly in_place_of: string | null;
  readonly place_roles: string[] | null;
  readonly given_at: Date;
}

/** A kind that is a draft again when it is sent back, and starts with its last approval. */
export interface DraftSubject<T extends DraftItem> extends Subject<T> {
  readonly kind: "batch" | "schedule";
  /** @throws 404, also for another tenant's. */
  readonly lock: (db: Tx, tenantId: string, id: string) => Promise<T>;
  /** Locks what the caller may change. @throws 403 `FORBIDDEN`; 404. */
  readonly lockOwn: (db: Tx, person: Tenant, id: string) => Promise<T>;
  /** @throws 409 if its state does not allow the act. */
  readonly assertCan: (item: T, act: "approve" | "reject" | "withdraw") => void;
  /** @throws 409 unless the person read this content. */
  readonly assertContent: (item: T, contentHash: string) => void;
  /** The error of an item that changed meanwhile. */
  readonly changed: (message: string) => ApiError;
  /** Whether its payees or charges changed, so that what was submitted can't be paid as it is. */
  readonly isOutdated: () => Promise<RawBuilder<unknown>>;
  /** The payouts that an approval agrees to. @throws 409 if it can't be paid now. */
  readonly readPayable: (db: Tx, item: T) => Promise<readonly Amounts[]>;
  readonly insertApproval: (db: Tx, item: T, approval: NewApproval) => Promise<void>;
  /** Starts an item that has all its approvals, with the wallet locked. */
  readonly start: (
    db: Tx,
    person: Tenant,
    item: T,
    locked: { readonly amounts: readonly Amounts[]; readonly wallets: LockedWallets },
  ) => Promise<void>;
  /** Gives it another revision or hash, so that its approvals no longer count. */
  readonly renew: (db: Tx, item: T) => Promise<void>;
  readonly update: (
    db: Tx,
    ids: readonly string[],
    columns: Partial<DraftColumns>,
  ) => Promise<void>;
}

export const waitsSince = ({ waits_since: since, created_at: createdAt }: Item) =>
  since ?? createdAt;

/**
 * The items that await approval, oldest first.
 * @param where which of them.
 * @param lock locks them, and leaves out those that someone acts on.
 */
export async function findWaiting<T extends Item>(
  db: Db,
  { table, columns, isInTime }: Subject<T>,
  where: RawBuilder<unknown>,
  { limit = 1, lock = false }: { readonly limit?: number; readonly lock?: boolean } = {},
): Promise<T[]> {
  const { rows } = await sql<T>`
    select ${columns} from ${sql.table(table)}
    where state = 'awaiting_approval' and ${isInTime?.() ?? sql`true`} and ${where}
    order by id limit ${limit} ${lock ? sql`for update skip locked` : sql``}
  `.execute(db);
  return rows;
}
