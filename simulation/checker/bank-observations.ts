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
  readonly utr: string;
  readonly paise: number;
}

export type BankObservation =
  | BankPayment
  | BankReturn
  | BankReceipt
  | BankReversal
  | BankChargeback
  | BankBalance
  | BankTopUp;
