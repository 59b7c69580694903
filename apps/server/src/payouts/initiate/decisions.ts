import type { ApiError } from "../../kernel/errors.ts";
import type { Initiated } from "./find-repeated.ts";
import type { Initiation } from "./initiation.ts";

/** A payout, an error, or an earlier item of the same group whose outcome this one shares. */
type Decision = Initiated | ApiError | { readonly sameAs: Initiation };

export type Refuse = (initiation: Initiation, error: ApiError) => void;

/** What is decided about each payout of a group. */
export class Decisions {
  readonly #list: readonly Initiation[];
  readonly #decided = new Map<Initiation, Decision>();
  readonly #refusals = new Map<Initiation, ApiError>();

  constructor(list: readonly Initiation[]) {
    this.#list = list;
  }

  decide(initiation: Initiation, decision: Decision): void {
    this.#decided.set(initiation, decision);
  }

  /** Decides it with an error that repeats of its idempotency key get too. */
  readonly refuse: Refuse = (initiation, error) => {
    this.decide(initiation, error);
    this.#refusals.set(initiation, error);
  };

  get refusals(): ReadonlyMap<Initiation, ApiError> {
    return this.#refusals;
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
    return "sameAs" in decision ? this.#outcomeOf(decision.sameAs) : decision;
  }
}
