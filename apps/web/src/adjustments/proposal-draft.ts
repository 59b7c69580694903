import { type ProposableKind } from "@rokad/contract/adjustment-states";
import type { AdjustmentForm } from "@rokad/contract/adjustment-form";
import type { AdjustmentsSummary } from "@rokad/contract/adjustments";
import {
  adjustmentRules,
  isOn,
  isOnWallet,
  type AdjustmentMove,
} from "@rokad/contract/adjustment-kinds";
import { t } from "../super-admin-language.ts";

/** A proposal as entered. */
export interface ProposalDraft {
  kind: ProposableKind;
  /** The index of the movement among the kind's. */
  moveIndex: number;
  tenantId: string | undefined;
  tenantName: string | undefined;
  /** The id of the receiving account that the bank moves on; undefined leaves it to the server. */
  receivingAccount: string | undefined;
  /** The name of the provider that the providers move on. */
  provider: string | undefined;
  /** Rupees. */
  amount: number | undefined;
  reason: string;
  reference: string;
  document: { file_name: string; content: string } | undefined;
}

/** The receiving accounts and providers that an adjustment can be on. */
export type BookableAccounts = Pick<AdjustmentsSummary, "receiving_accounts" | "providers">;

/** What a proposal is about: shown, but not changed in the form. */
export interface ProposalLinks {
  readonly depositId?: string | undefined;
  readonly statementLineId?: string | undefined;
  readonly chargebackId?: string | undefined;
}

/** Only one receiving account or provider needs no choice. */
export function blankDraft(
  kind: ProposableKind = "wrong_credit",
  { receiving_accounts: accounts, providers }: BookableAccounts,
): ProposalDraft {
  return {
    kind,
    moveIndex: 0,
    tenantId: undefined,
    tenantName: undefined,
    receivingAccount: accounts.length === 1 ? accounts[0]?.id : undefined,
    provider: providers.length === 1 ? providers[0] : undefined,
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
    ...(isOn(move, "bank") &&
      draft.receivingAccount !== undefined && { receiving_account: draft.receivingAccount }),
    ...(isOn(move, "provider") && draft.provider !== undefined && { provider: draft.provider }),
    ...(isOnWallet(move) && draft.tenantId !== undefined && { tenant_id: draft.tenantId }),
    // A missing amount gets the contract's own message.
    amount: draft.amount as number,
    reason: draft.reason,
    reference: draft.reference,
    ...(links.depositId !== undefined &&
      adjustmentRules(draft.kind).ofDeposit && { deposit_id: links.depositId }),
    ...(links.statementLineId !== undefined && { statement_line_id: links.statementLineId }),
    // Only what takes money out of the bank account handles a chargeback.
    ...(links.chargebackId !== undefined &&
      move.credit === "bank" && { chargeback_id: links.chargebackId }),
    ...(draft.document && { document: draft.document }),
  };
}

/** What the form must ask for: the server can't know which of several accounts is meant. */
export function missingAccounts(
  draft: ProposalDraft,
  { receiving_accounts: accounts, providers }: BookableAccounts,
  hasDeposit: boolean,
): Partial<Record<"receiving_account" | "provider", string>> {
  const move = moveOf(draft);
  const lacksAccount =
    isOn(move, "bank") &&
    draft.receivingAccount === undefined &&
    accounts.length > 1 &&
    !hasDeposit;
  const lacksProvider =
    isOn(move, "provider") && draft.provider === undefined && providers.length > 1;
  return {
    ...(lacksAccount && { receiving_account: t`Choose a receiving account` }),
    ...(lacksProvider && { provider: t`Choose a provider` }),
  };
}
