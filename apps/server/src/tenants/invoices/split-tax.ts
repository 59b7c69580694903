/** The GST of a document by its kinds, in paise. */
export interface Tax {
  readonly cgstPaise: bigint;
  readonly sgstPaise: bigint;
  readonly igstPaise: bigint;
}

/**
 * Splits the GST of a document: IGST between states, and CGST and SGST in equal halves within one
 * (Section 8 of the IGST Act). An odd paisa goes to SGST.
 * @param earlierPaise the tax of the earlier credit notes for the same invoice. The halves are those of
 *   the running total, so that the credit notes of an invoice never exceed either of its halves.
 */
export function splitTax(taxPaise: bigint, isWithinState: boolean, earlierPaise = 0n): Tax {
  if (!isWithinState) return { cgstPaise: 0n, sgstPaise: 0n, igstPaise: taxPaise };
  const cgstPaise = (earlierPaise + taxPaise) / 2n - earlierPaise / 2n;
  return { cgstPaise, sgstPaise: taxPaise - cgstPaise, igstPaise: 0n };
}
