import type { ProposalKind, ProposedChange } from "@rokad/contract/proposals";
import type { Tx } from "../../database/db.ts";
import type { SuperAdmin } from "../../kernel/person.ts";

/** A change that needs two super admins. */
export interface ControlledChange {
  readonly kind: ProposalKind;
  /** What it changes: at most one proposal waits for each. */
  readonly subjects: readonly string[];
  /** For lists and notifications, without values. */
  readonly title: string;
  /** What people see of it. Secrets are masked. */
  readonly changes: readonly ProposedChange[];
  /** JSON for the kind's `apply`. It may be secret, so it is erased when the proposal closes. */
  readonly content: object;
  readonly reason: string;
}

/** A proposal as its proposer's answer describes it. */
export interface Submitted {
  readonly id: string;
  /** When it takes effect automatically; null when a second person has to confirm it. */
  readonly takesEffectAt: Date | null;
}

/** Who agreed to a change that is applied now. */
export interface Approval {
  /** The person who proposed it; the change is theirs. */
  readonly proposerId: string;
  /** The person whose request applies it; null when its time has come. */
  readonly by: SuperAdmin | null;
  /** The second person; null where one was enough. */
  readonly confirmedById: string | null;
  /** Null when it was applied without a proposal. */
  readonly proposalId: string | null;
  /** Undefined for a change that needs one person only. */
  readonly reason?: string | undefined;
}

/** What a kind of change brings: how its content is checked and applied. */
export interface ProposalHandler {
  /** What a person signs of it, with its values; the proposal's title without this. */
  describe?(content: unknown): string;
  /** Checks that need other connections or services. Runs before the transaction. */
  check(content: unknown): Promise<void>;
  /** @returns why the content no longer fits the stored values, or undefined if it does. */
  findVoidReason(db: Tx, content: unknown): Promise<string | undefined>;
  /**
   * Tells those whom an agreed change concerns.
   * @returns when it counts; null if at once.
   */
  giveNotice?(db: Tx, content: unknown, proposalId: string): Promise<Date | null>;
  /** Applies the content. The caller has locked the proposals and checked both people. */
  apply(db: Tx, content: unknown, approval: Approval): Promise<void>;
}

export type ProposalHandlers = Readonly<Record<ProposalKind, ProposalHandler>>;
