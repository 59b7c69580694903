import { sql } from "kysely";

/** The businesses of which something is changed, by id. */
export type TenantChoice = readonly string[] | "all";

/** The condition for rows with a `tenant_id`. */
export const ofTenants = (choice: TenantChoice) =>
  choice === "all" ? sql<boolean>`true` : sql<boolean>`tenant_id = any(${choice}::uuid[])`;
