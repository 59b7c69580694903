/* What can happen to a payment request in each state. */

export const requestStates = [
  "draft",
  "awaiting_approval",
  "approved",
  "rejected",
  "withdrawn",
  "expired",
] as const;
export type RequestState = (typeof requestStates)[number];

export const requestActs = [
  "submit",
  "edit",
  "approve",
  "send",
  "return",
  "reject",
  "withdraw",
  "expire",
] as const;
export type RequestAct = (typeof requestActs)[number];

/**
 * The state after each act; an act that a state does not have is refused. An approved request has a
 * payout, or waits for one: only the latter can still change.
 * - `approve`: the last approval. An earlier one changes no state.
 * - `send`: creates the payout of an approved request that waits.
 * - `return`: it asks for approvals again: the charges changed since it was signed, or an approver was
 *   removed.
 */
export const nextState: Readonly<
  Record<RequestState, Readonly<Partial<Record<RequestAct, RequestState>>>>
> = {
  draft: { submit: "awaiting_approval", edit: "draft", withdraw: "withdrawn", expire: "expired" },
  awaiting_approval: {
    edit: "awaiting_approval",
    approve: "approved",
    return: "awaiting_approval",
    reject: "rejected",
    withdraw: "withdrawn",
    expire: "expired",
  },
  approved: {
    send: "approved",
    edit: "awaiting_approval",
    return: "awaiting_approval",
    reject: "rejected",
    withdraw: "withdrawn",
    expire: "expired",
  },
  rejected: {},
  withdrawn: {},
  expired: {},
};

/** What can be done with a request now. @param hasPayout an approved one became a payout. */
export function actsOn(state: RequestState, hasPayout: boolean): RequestAct[] {
  if (hasPayout) return [];
  return requestActs.filter((act) => nextState[state][act] !== undefined);
}
