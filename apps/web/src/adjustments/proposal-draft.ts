import { type ProposableKind } from "@rokad/contract/adjustment-states";
import type { AdjustmentForm } from "@rokad/contract/adjustment-form";
import { adjustmentRules, isOnWallet, type AdjustmentMove } from "@rokad/contract/adjustment-kinds";

/** A proposal as entered. */
export interface ProposalDraft {
  kind: ProposableKind;
  /** The index of the movement among the kind's. */
  moveIndex: number;
  tenantId: string | undefined;
  tenantName: string | undefined;
  /** Rupees. */
  amount: number | undefined;
  reason: string;
  reference: string;
  document: { file_name: string; content: string } | undefined;
}

/** What a proposal is about: shown, but not changed in the form. */
export interface ProposalLinks {
  readonly depositId?: string | undefined;
  readonly statementLineId?: string | undefined;
  readonly chargebackId?: string | undefined;
}

export function blankDraft(kind: ProposableKind = "wrong_credit"): ProposalDraft {
  return {
    kind,
    moveIndex: 0,
    tenantId: undefined,
    tenantName: undefined,
    amount: undefined,
    reason: "",
    reference: "",
    document: undefined,
  };
}

export function moveOf({ kind, moveIndex }: ProposalDraft): AdjustmentMove {
  const { moves } = adjustmentRules(kind);
  const move = moves[moveIndex] ?? moves[0];
  if (!move) throw new Error(`${kind} has no movement`);
  return move;
}

/** The form as the API takes it. */
export function formOf(draft: ProposalDraft, links: ProposalLinks): AdjustmentForm {
  const move = moveOf(draft);
  return {
    kind: draft.kind,
    debit_account: move.debit,
    credit_account: move.credit,
    ...(isOnWallet(move) && draft.tenantId !== undefined && { tenant_id: draft.tenantId }),
    // A missing amount gets the contract's own message.
    amount: draft.amount as number,
    reason: draft.reason,
    reference: draft.reference,
    ...(links.depositId !== undefined &&
      adjustmentRules(draft.kind).ofDeposit && { deposit_id: links.depositId }),
    ...(links.statementLineId !== undefined && { statement_line_id: links.statementLineId }),
    ...(links.chargebackId !== undefined && { chargeback_id: links.chargebackId }),
    ...(draft.document && { document: draft.document }),
  };
}
