import type { AccountCheck } from "@rokad/contract/account-check";
import type { DestinationForm } from "@rokad/contract/payout-form";
import { sql } from "kysely";
import type { Db } from "../../database/db.ts";
import { unnestRows } from "../../database/unnest-rows.ts";
import type { Settings } from "../../identity/settings/settings.ts";
import type { Tenant } from "../../kernel/person.ts";
import type { Destination } from "../../providers/transfer.ts";
import { asAccountCheck, unknownCheck } from "../account-checks/account-check.ts";
import { destinationOf } from "../account-checks/check-beneficiary.ts";
import { findRecentAnswers } from "../account-checks/check-queries.ts";
import { chooseCheckProvider, noCheckProvider } from "../account-checks/choose-check-provider.ts";
import { accountColumns, accountKey, accountOf } from "../destination.ts";

/** What a row's account needs and what its bank said. */
export interface RowAccountCheck {
  /** Null for a known payee: it is saved, or was paid before. */
  readonly state: "unchecked" | AccountCheck["match"] | null;
  readonly check: AccountCheck | null;
}

interface CheckedPayee {
  readonly destination: DestinationForm;
  readonly name: string;
  readonly isSaved: boolean;
  /** The answer that the same row had before. */
  readonly previous: AccountCheck | null | undefined;
}

export interface AccountChecks {
  readonly isInvalid: (destination: DestinationForm) => boolean;
  readonly checkOf: (payee: CheckedPayee) => RowAccountCheck;
}

/** The banks' recent answers about these accounts. Asks no bank. */
export async function findAccountChecks(
  db: Db,
  tenant: Pick<Tenant, "tenantId" | "allowedProviders">,
  settings: Settings,
  destinations: readonly DestinationForm[],
): Promise<AccountChecks> {
  const accounts = destinations.map((destination) => ({
    tenantId: tenant.tenantId,
    destination: destinationOf(destination),
  }));
  const answers = await findRecentAnswers(db, accounts);
  const byAccount = new Map(accounts.map((asked, at) => [nameOf(asked.destination), answers[at]]));
  const answerOf = (destination: DestinationForm) =>
    byAccount.get(nameOf(destinationOf(destination)));
  const paid = await findPaidAccounts(db, tenant.tenantId, destinations);
  const isOffered =
    settings.account_checks_per_hour > 0 &&
    (await chooseCheckProvider(tenant, settings)) !== undefined;
  return {
    isInvalid: (destination) => answerOf(destination)?.verdict === "invalid",
    checkOf({ destination, name, isSaved, previous }) {
      if (isSaved || paid.has(accountKey(accountOf(destination))))
        return { state: null, check: null };
      const answer = answerOf(destination);
      if (answer) {
        const check = asAccountCheck(answer, name);
        return { state: check.match, check };
      }
      // A bank without an answer is not asked again for the same row.
      if (previous?.verdict === "unknown") return { state: "unknown", check: previous };
      if (!isOffered) return { state: "unknown", check: unknownCheck(noCheckProvider).check };
      return { state: "unchecked", check: null };
    },
  };
}

const nameOf = (destination: Destination) => JSON.stringify(destination);

/** The accounts of these that a payout reached. */
async function findPaidAccounts(
  db: Db,
  tenantId: string,
  destinations: readonly DestinationForm[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ hash: Buffer; bank: string }>`
    select asked.* from ${unnestRows("asked", accountColumns, destinations.map(accountOf))}
    where exists (
      select from payouts
      where tenant_id = ${tenantId} and destination_hash = asked.hash
        and coalesce(left(ifsc_code, 4), '') = asked.bank and status = 'success'
    )
  `.execute(db);
  return new Set(rows.map(accountKey));
}
