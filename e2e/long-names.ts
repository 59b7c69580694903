import type { Rokad } from "./rokad.ts";

const name =
  "Shri Venkateswara Agricultural Produce Marketing and Cooperative Processing Society Limited, Nagpur";
const bank =
  "The Maharashtra State Rural Cooperative Agricultural and Industrial Development Bank Limited, Mumbai";

/** The demo with the longest names and amounts that are allowed, and payouts that wait for an answer. */
export async function lengthenNames(rokad: Rokad): Promise<void> {
  await rokad.pay("9000000002", "pending@upi", 250);
  const { token } = await rokad.session("9000000002");
  const [account] = await rokad.call(token, "GET", "/wallet/bank-accounts?status=approved");
  await rokad.call(token, "POST", "/wallet/deposit/initiate", {
    bank_account: account._id,
    amount: 9_99_999.99,
    utr_reference: "HDFCN52026000001234567",
    remarks: name,
  });
  await rokad.runSql("update people set name = $1", [name]);
  await rokad.runSql("update tenants set name = $1", [name]);
  await rokad.runSql(
    "update bank_accounts set account_holder_name = left($1, 50), bank_name = $2",
    [name, bank],
  );
  await rokad.runSql("update beneficiaries set name = $1", [name]);
  await rokad.runSql(
    `update payouts set beneficiary_name = $1, bank_name = case when method = 'imps' then $2 end,
       utr_number = case when status = 'success' then 'HDFCR520261118000012345' end,
       amount_paise = 49999999, fee_paise = 99999, gst_paise = 18000,
       created_at = case when finished_at is null then created_at - interval '1 day' else created_at end`,
    [name, bank],
  );
}
