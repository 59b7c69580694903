/** Of a tenant's page: a super admin hears of no tenant's payouts. */
export const pollSeconds = 5;
