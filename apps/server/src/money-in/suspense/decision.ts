/** A decision about money in suspense; stored as JSON in `first_decision`. */
export type Decision =
  | {
      readonly how: "assign";
      readonly tenantId: string;
      /** Entered by the super admin when the bank sent none. */
      readonly utr: string | null;
      readonly addAccount: boolean;
      /** Completes the tenant's request for another amount; absent in older first decisions. */
      readonly completesRequest?: boolean;
      readonly note: string | null;
    }
  | { readonly how: "return"; readonly utr: string; readonly note: string }
  | { readonly how: "dismiss"; readonly utr: string | null; readonly note: string };

/** Whether two decisions are the same; their notes may differ. */
export function isSameDecision(one: Decision, other: Decision): boolean {
  if (one.how !== other.how || one.utr !== other.utr) return false;
  if (one.how !== "assign" || other.how !== "assign") return true;
  return (
    one.tenantId === other.tenantId &&
    one.addAccount === other.addAccount &&
    (one.completesRequest ?? false) === (other.completesRequest ?? false)
  );
}
