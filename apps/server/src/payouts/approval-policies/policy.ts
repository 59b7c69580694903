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

/** What a band's conditions are compared with. */
export interface PayoutFacts {
  readonly amountPaise: bigint;
  readonly method: "upi" | "imps";
  readonly source: PayoutSource;
  readonly isNewBeneficiary: boolean;
}

/** Someone who may approve, with the roles that they have now. */
export interface Approver {
  readonly id: string;
  readonly roles: readonly string[];
}

/** Asks anyone who can approve: for a tenant without a policy, and a band without steps. */
export const anyApprover: readonly Step[] = [
  { approvals: 1, roles: ["owner", "approver"], people: [] },
];
