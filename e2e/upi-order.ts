/** A complete order of a payout by UPI. */
export function upiOrder(upiId: string, rupees: number) {
  return {
    method: "upi",
    upi_id: upiId,
    beneficiary_name: "Sample Traders",
    beneficiary_email: "accounts@example.com",
    beneficiary_phone: "9876543210",
    beneficiary_address: "1 Sample Road, Pune",
    amount: rupees,
  };
}
