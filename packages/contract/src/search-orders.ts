/* The orders of a search. */

export const searchOrders = ["newest", "oldest", "largest", "smallest"] as const;
export type SearchOrder = (typeof searchOrders)[number];
