import type { AdjustmentKind, AutomaticKind, ProposableKind } from "./adjustment-states.ts";

/** The accounts that an adjustment can move money between. `wallet` is the chosen tenant's. */
export const adjustmentAccounts = {
  wallet: "Tenant’s wallet",
  bank: "Bank",
  provider: "Providers",
  suspense: "Suspense",
  fee_income: "Fee income",
  gst_payable: "GST payable",
  losses: "Losses and goodwill",
} as const;
export type AdjustmentAccount = keyof typeof adjustmentAccounts;

/**
 * A movement in the terms of double entry. The debit account has or costs more, or owes less; the
 * credit account owes or earns more, or has less.
 */
export interface AdjustmentMove {
  readonly debit: AdjustmentAccount;
  readonly credit: AdjustmentAccount;
  /** What the movement says, for people. */
  readonly label: string;
}

interface AdjustmentKindRules {
  readonly label: string;
  readonly hint: string;
  readonly moves: readonly AdjustmentMove[];
  readonly needsDocument: boolean;
  /** Whether it may name the deposit that it corrects. */
  readonly ofDeposit: boolean;
}

const fromWalletToBank: AdjustmentMove = {
  debit: "wallet",
  credit: "bank",
  label: "Debit the wallet: the money is not in the bank account",
};

/** What each kind may move. A pair that a kind does not list is rejected. */
export const adjustmentKinds = {
  wrong_credit: {
    label: "Wrong credit",
    hint: "A deposit was approved by mistake or for the wrong tenant.",
    moves: [
      fromWalletToBank,
      {
        debit: "wallet",
        credit: "suspense",
        label: "Debit the wallet: the money arrived and is another’s",
      },
    ],
    needsDocument: false,
    ofDeposit: true,
  },
  wrong_debit: {
    label: "Wrong debit",
    hint: "An earlier adjustment took too much, or money is missing in the wallet.",
    moves: [
      {
        debit: "bank",
        credit: "wallet",
        label: "Credit the wallet: the money is in the bank account",
      },
      { debit: "suspense", credit: "wallet", label: "Credit the wallet from suspense" },
      { debit: "provider", credit: "wallet", label: "Credit the wallet: a provider has the money" },
    ],
    needsDocument: false,
    ofDeposit: true,
  },
  bank_recall: {
    label: "Bank recall",
    hint: "The sender’s bank or the provider took a credited transfer back.",
    moves: [fromWalletToBank],
    needsDocument: true,
    ofDeposit: true,
  },
  contradiction: {
    label: "Statement contradiction",
    hint: "A bank statement shows a credited transfer as taken back.",
    moves: [fromWalletToBank],
    needsDocument: false,
    ofDeposit: true,
  },
  goodwill: {
    label: "Goodwill",
    hint: "A credit at the platform’s expense, such as a refunded fee.",
    moves: [{ debit: "losses", credit: "wallet", label: "Credit the wallet at our expense" }],
    needsDocument: false,
    ofDeposit: false,
  },
  bank_charge: {
    label: "Bank charge",
    hint: "A bank or provider charged the platform, or refunded a charge.",
    moves: [
      { debit: "losses", credit: "bank", label: "Charged on the bank account" },
      { debit: "losses", credit: "provider", label: "Charged on the balance with a provider" },
      { debit: "bank", credit: "losses", label: "Refunded to the bank account" },
    ],
    needsDocument: true,
    ofDeposit: false,
  },
  write_off: {
    label: "Write-off",
    hint: "Money that will not come back, at the platform’s expense.",
    moves: [
      { debit: "losses", credit: "wallet", label: "Forgive what a tenant owes" },
      { debit: "losses", credit: "bank", label: "Missing in the bank account" },
      { debit: "losses", credit: "provider", label: "Missing with a provider" },
    ],
    needsDocument: true,
    ofDeposit: false,
  },
  reclassification: {
    label: "Move between accounts",
    hint: "A movement between the platform’s own accounts.",
    moves: [
      { debit: "provider", credit: "bank", label: "From the bank account to a provider" },
      { debit: "bank", credit: "provider", label: "From a provider to the bank account" },
      { debit: "fee_income", credit: "bank", label: "Earned fees paid out from the bank account" },
      { debit: "gst_payable", credit: "bank", label: "GST paid from the bank account" },
      { debit: "fee_income", credit: "gst_payable", label: "From fee income to GST payable" },
      { debit: "gst_payable", credit: "fee_income", label: "From GST payable to fee income" },
      { debit: "bank", credit: "suspense", label: "Found in the bank account, owner unknown" },
      { debit: "suspense", credit: "bank", label: "Sent back from suspense" },
    ],
    needsDocument: true,
    ofDeposit: false,
  },
} as const satisfies Record<ProposableKind, AdjustmentKindRules>;

/** The rules of a kind, with one type for all kinds. */
export function adjustmentRules(kind: ProposableKind): AdjustmentKindRules {
  return adjustmentKinds[kind];
}

const automaticLabels: Readonly<Record<AutomaticKind, string>> = {
  chargeback: "Chargeback",
  sandbox_money: "Sandbox money",
};

/** The label of any kind. */
export function adjustmentLabel(kind: AdjustmentKind): string {
  return isAutomatic(kind) ? automaticLabels[kind] : adjustmentKinds[kind].label;
}

function isAutomatic(kind: AdjustmentKind): kind is AutomaticKind {
  return Object.hasOwn(automaticLabels, kind);
}

/** The movement of a kind between two accounts; undefined when the kind has no such movement. */
export function findMove(
  kind: ProposableKind,
  debit: AdjustmentAccount,
  credit: AdjustmentAccount,
): AdjustmentMove | undefined {
  return adjustmentRules(kind).moves.find((move) => move.debit === debit && move.credit === credit);
}

type Sides = Pick<AdjustmentMove, "debit" | "credit">;

/** Whether a movement changes a tenant's wallet. */
export function isOnWallet(move: Sides): boolean {
  return isOn(move, "wallet");
}

/** Whether a movement changes this account. */
export function isOn({ debit, credit }: Sides, account: AdjustmentAccount): boolean {
  return debit === account || credit === account;
}
