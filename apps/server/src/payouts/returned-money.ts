interface Returnable {
  /** When the whole payout came back. */
  readonly returned_at: Date | null;
  readonly returned_paise: bigint;
  readonly charges_returned_at: Date | null;
  readonly amount_paise: bigint;
  readonly fee_paise: bigint;
  readonly gst_paise: bigint;
}

/** What came back of a payout's amount, in paise: a part, or all of it. */
export function returnedAmount({ returned_at, returned_paise, amount_paise }: Returnable): bigint {
  return returned_at === null ? returned_paise : amount_paise;
}

/**
 * What came back of a payout's charges, in paise. Fee and GST come back whole: with the whole payout,
 * or with its first part if the settings say so.
 */
export function returnedCharges(payout: Returnable): bigint {
  const areBack = payout.returned_at !== null || payout.charges_returned_at !== null;
  return areBack ? payout.fee_paise + payout.gst_paise : 0n;
}
