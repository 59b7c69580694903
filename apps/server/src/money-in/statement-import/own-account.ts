import {
  nameOfAccount,
  type ReceivingAccount,
} from "../../identity/receiving-accounts/read-receiving-accounts.ts";

/** The receiving account of a statement, and the names of all, for the reasons of its lines. */
export interface OwnAccount {
  /** Null while there is no receiving account. */
  readonly id: string | null;
  readonly names: ReadonlyMap<string, string>;
}

export function ownAccountOf(statement: {
  readonly account: ReceivingAccount | null;
  readonly accounts: readonly ReceivingAccount[];
}): OwnAccount {
  const names = new Map(statement.accounts.map((one) => [one.id, nameOfAccount(one)]));
  return { id: statement.account?.id ?? null, names };
}

/** Whether a request was sent to another account than that of the statement. */
export function isOfOther({ id }: OwnAccount, sentTo: string | null): boolean {
  return id !== null && sentTo !== null && sentTo !== id;
}

/** " It arrived in A instead of B.", or nothing for the account of the request. */
export function arrivedElsewhere(own: OwnAccount, sentTo: string | null): string {
  if (!isOfOther(own, sentTo)) return "";
  return ` It arrived in ${nameOf(own, own.id)} instead of ${nameOf(own, sentTo)}.`;
}

/** " The request names B.", or nothing for the account of the statement. */
export function requestedElsewhere(own: OwnAccount, sentTo: string | null): string {
  return isOfOther(own, sentTo) ? ` The request names ${nameOf(own, sentTo)}.` : "";
}

/** " It was credited as received in B, …", or nothing for the account of the statement. */
export function creditedElsewhere(own: OwnAccount, arrivedIn: string | null): string {
  if (!isOfOther(own, arrivedIn)) return "";
  return ` It was credited as received in ${nameOf(own, arrivedIn)}, and this is the statement of ${nameOf(own, own.id)}.`;
}

function nameOf({ names }: OwnAccount, id: string | null): string {
  return names.get(id ?? "") ?? "another account";
}
