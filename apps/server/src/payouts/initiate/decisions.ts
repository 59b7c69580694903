import { ApiError } from "../../kernel/errors.ts";
import type { Initiated } from "./find-repeated.ts";
import type { Initiation } from "./initiation.ts";

/**
 * A payout, an error, or an earlier item of the same group whose outcome this one shares; with `orElse`,
 * only its error.
 */
type Decision = Initiated | ApiError | { readonly sameAs: Initiation; readonly orElse?: ApiError };

/** @param sibling an item of the same group: if it is refused too, its error counts. */
export type Refuse = (initiation: Initiation, error: ApiError, sibling?: Initiation) => void;

/** What is decided about each payout of a group. */
export class Decisions {
  readonly #list: readonly Initiation[];
  readonly #decided = new Map<Initiation, Decision>();
  readonly #refused = new Set<Initiation>();

  constructor(list: readonly Initiation[]) {
    this.#list = list;
  }

  decide(initiation: Initiation, decision: Decision): void {
    this.#decided.set(initiation, decision);
  }

  /** Decides it with an error that repeats of its idempotency key get too. */
  readonly refuse: Refuse = (initiation, error, sibling) => {
    this.decide(initiation, sibling ? { sameAs: sibling, orElse: error } : error);
    this.#refused.add(initiation);
  };

  /** What `refuse` decided; call it once all are decided. */
  refusals(): (readonly [Initiation, ApiError])[] {
    return [...this.#refused].flatMap((initiation) => {
      const error = this.#outcomeOf(initiation);
      return error instanceof ApiError ? [[initiation, error] as const] : [];
    });
  }

  /** Those without a decision yet. */
  open(): Initiation[] {
    return this.#list.filter((initiation) => !this.#decided.has(initiation));
  }

  /** The outcome of each item, in their order. @throws if one has none. */
  outcomes(): (Initiated | ApiError)[] {
    return this.#list.map((initiation) => this.#outcomeOf(initiation));
  }

  #outcomeOf(initiation: Initiation): Initiated | ApiError {
    const decision = this.#decided.get(initiation);
    if (!decision) throw new Error(`Payout ${initiation.id} has no decision`);
    if (!("sameAs" in decision)) return decision;
    const outcome = this.#outcomeOf(decision.sameAs);
    return outcome instanceof ApiError ? outcome : (decision.orElse ?? outcome);
  }
}
