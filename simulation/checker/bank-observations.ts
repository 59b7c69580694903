// What banks did, from their own books.

/** Money that a bank paid to a beneficiary, from the bank's own books. */
interface BankPayment {
  readonly kind: "bank payment";
  readonly bank: string;
  /** Our reference, as the bank received it. */
  readonly reference: string;
  readonly paise: number;
  readonly to: string;
  readonly utr: string | null;
  readonly chargePaise: number;
}

/** What came back to us of a payment, in one or several parts, from the bank's own books. */
interface BankReturn {
  readonly kind: "bank return";
  readonly bank: string;
  readonly reference: string;
  readonly paise: number;
  /** The part of the payment that the bank kept as its charge; the client gets it all the same. */
  readonly keptPaise: number;
  /** What the bank gave back of its charge for the payment. */
  readonly chargePaise: number;
}

/** Money that arrived at a bank for us, from the bank's own books. */
interface BankReceipt {
  readonly kind: "bank receipt";
  readonly bank: string;
  readonly utr: string;
  readonly paise: number;
  /** Whether it arrived on a virtual account, which needs no request. */
  readonly isVirtual: boolean;
  /** The receiving account in which it arrived; null on a virtual account. */
  readonly account: string | null;
}

/** A receipt that its bank took back, and whether super admins imported a statement that says so. */
interface BankReversal {
  readonly kind: "bank reversal";
  readonly bank: string;
  readonly utr: string;
  readonly paise: number;
  readonly isImported: boolean;
}

/** A receipt on a virtual account that its provider took back, or a part of it. */
interface BankChargeback {
  readonly kind: "bank chargeback";
  readonly bank: string;
  /** The provider's reference of the refund or dispute. */
  readonly reference: string;
  readonly utr: string;
  readonly paise: number;
}

/** What a bank held for us before and after the run. */
interface BankBalance {
  readonly kind: "bank balance";
  readonly bank: string;
  readonly openingPaise: number;
  readonly closingPaise: number;
}

/** Our own money that left one of our bank accounts for a provider. */
interface BankTopUp {
  readonly kind: "bank top-up";
  /** The provider. */
  readonly bank: string;
  /** The receiving account that it left. */
  readonly account: string;
  readonly utr: string;
  readonly paise: number;
}

/**
 * A change of one of our bank accounts, or of what a provider holds for us, that an adjustment is
 * about: a charge, a recall, a move by hand.
 */
interface BankCorrection {
  readonly kind: "bank correction";
  readonly bank: string;
  /** The receiving account; null for a provider, and for money in none of the accounts. */
  readonly account: string | null;
  readonly adjustment: string;
  /** Negative when money left. */
  readonly paise: number;
}

export type BankObservation =
  | BankPayment
  | BankReturn
  | BankReceipt
  | BankReversal
  | BankChargeback
  | BankBalance
  | BankTopUp
  | BankCorrection;
