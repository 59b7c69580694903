import type { Tx } from "../../database/db.ts";
import { publishChange } from "../../database/publish-change.ts";
import { notify } from "../../identity/notifications/notify.ts";
import { signedInIds } from "../../identity/people/signed-in-ids.ts";
import { tenants } from "../../identity/people/tenant-queries.ts";
import { nameOfAccount } from "../../identity/receiving-accounts/read-receiving-accounts.ts";
import { readSettingsWithin } from "../../identity/settings/settings.ts";
import { secondsFromNow } from "../../kernel/clock.ts";
import { dateTimeInIndia } from "../../kernel/days.ts";
import type { accountAfter } from "./receiving-account-change.ts";

const hourSeconds = 60 * 60;

/**
 * Notifies all tenants of a change of the account to which they transfer. Only the end of its number
 * is in the notification: nobody should transfer to it before it counts.
 * @returns when it counts; null without a notice time.
 */
export async function notifyTenants(
  db: Tx,
  account: ReturnType<typeof accountAfter>,
  proposalId: string,
): Promise<Date | null> {
  const { receiving_account_notice_hours: hours } = await readSettingsWithin(db);
  const at = secondsFromNow(hours * hourSeconds);
  const name = nameOfAccount({
    bankName: account.bank_name,
    accountNumber: account.account_number ?? "",
  });
  const detail =
    hours === 0
      ? `${name} changed. Check the account in Add Funds before you transfer`
      : `${name} changes on ${dateTimeInIndia(at).slice(0, -3)}. Until then, transfer to the account that Add Funds shows`;
  const businesses = await tenants(db).select("id").execute();
  await notify(
    db,
    businesses.map(({ id: personId }) => ({
      personId,
      kind: "receiving_account_changes" as const,
      subjectId: proposalId,
      detail,
    })),
  );
  await publishChange(db, await signedInIds(db), ["notifications", "settings"]);
  return hours === 0 ? null : at;
}
