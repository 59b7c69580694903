import type { Proposal } from "@rokad/contract/proposals";

/** Whether it waits for this person: the server says who can confirm each kind of change now. */
export function canConfirm(
  { can_confirm: confirmers }: Pick<Proposal, "can_confirm">,
  personId: string | undefined,
): boolean {
  return confirmers.some(({ id }) => id === personId);
}
