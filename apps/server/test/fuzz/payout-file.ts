import type { SeededRandom } from "../../src/kernel/seeded-random.ts";

/** The columns of the files below. */
export const batchColumns = {
  beneficiary_name: 0,
  account_number: 1,
  ifsc_code: 2,
  upi_id: 3,
  amount: 4,
};

const accounts = [
  "50100012345678,HDFC0000001,",
  "0011223344556,SBIN0000300,",
  ",,asha@okhdfc",
  ",,failure@upi",
] as const;
/** Amounts that are repaired, and some that are wrong. */
const amounts = ["1", "2.50", '"1,234.00"', "₹3", " 4 ", "0", "-5", "1e3", "none"] as const;

/** A file with some payouts of small amounts, as the fields of an upload. */
export function payoutFile(random: SeededRandom) {
  const rows = Array.from(
    { length: random.between(1, 6) },
    () =>
      `Asha Rao,${random.pick(accounts)},${random.chance(0.8) ? random.between(1, 20) : random.pick(amounts)}`,
  );
  const text = ["Name,Account,IFSC,UPI ID,Amount", ...rows].join("\n");
  return { file_name: "july.csv", content: Buffer.from(text).toString("base64") };
}
