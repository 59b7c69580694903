/** What somebody wants done with money in suspense. */
export type Decision =
  | {
      readonly how: "assign";
      readonly tenantId: string;
      /** Typed by the person, where the bank gave none. */
      readonly utr: string | null;
      readonly addAccount: boolean;
      readonly note: string | null;
    }
  | { readonly how: "return"; readonly utr: string; readonly note: string }
  | { readonly how: "dismiss"; readonly utr: string | null; readonly note: string };

/** Whether two people want the same; each may put it in words of their own. */
export function isSameDecision(one: Decision, other: Decision): boolean {
  if (one.how !== other.how || one.utr !== other.utr) return false;
  if (one.how !== "assign" || other.how !== "assign") return true;
  return one.tenantId === other.tenantId && one.addAccount === other.addAccount;
}
