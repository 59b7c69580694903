import type { Band, PayoutFacts } from "./policy.ts";

/**
 * The position of the first band whose conditions all hold.
 * @throws {RangeError} if none does: the last band of a saved policy has no conditions.
 */
export function findBand(bands: readonly Band[], facts: PayoutFacts): number {
  const at = bands.findIndex((band) => applies(band, facts));
  if (at < 0) throw new RangeError("The policy has no band for the rest");
  return at;
}

function applies(band: Band, { amountPaise, method, source, isNewBeneficiary }: PayoutFacts) {
  return (
    (band.up_to_paise === null || amountPaise <= BigInt(band.up_to_paise)) &&
    (band.methods === null || band.methods.includes(method)) &&
    (band.sources === null || band.sources.includes(source)) &&
    (band.beneficiary === null || (band.beneficiary === "new") === isNewBeneficiary)
  );
}
