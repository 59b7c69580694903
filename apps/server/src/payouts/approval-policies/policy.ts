import type {
  ApprovingRole,
  BeneficiaryAge,
  PayoutSource,
} from "@rokad/contract/approval-policies";

/** `approvals` of different people who have one of the roles or are named. */
export interface Step {
  readonly approvals: number;
  readonly roles: readonly ApprovingRole[];
  readonly people: readonly string[];
}

/** A band as the database stores it. A null condition always holds. */
export interface Band {
  /** In paise, inclusive. */
  readonly up_to_paise: number | null;
  readonly methods: readonly ("upi" | "imps")[] | null;
  readonly sources: readonly PayoutSource[] | null;
  readonly beneficiary: BeneficiaryAge | null;
  readonly steps: readonly Step[];
}

/** Within its first hours, an account is paid at most an amount in total. */
export interface CoolingRule {
  readonly abovePaise: bigint;
  readonly hours: number;
}

/** What a band's conditions are compared with. */
export interface PayoutFacts {
  /** With what counts together with it. */
  readonly amountPaise: bigint;
  readonly method: "upi" | "imps";
  readonly source: PayoutSource;
  readonly isNewBeneficiary: boolean;
}

/** Whose approval a step asks: a person with roles. */
export interface Place {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly string[];
}

/** Someone who may approve, with the roles that they have now. */
export interface Approver extends Place {
  /** Those whose approvals this person can give now, as their deputy. */
  readonly standsInFor?: readonly Place[];
}

/** Asks anyone who can approve: for a tenant without a policy, and a band without steps. */
export const anyApprover: readonly Step[] = [
  { approvals: 1, roles: ["owner", "approver"], people: [] },
];
