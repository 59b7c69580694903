import type { Db } from "../../database/db.ts";
import type { Tenant } from "../../kernel/person.ts";
import { readReturnedCharges } from "../../ledger/returned-charges.ts";
import { isReturn, type Line } from "./line.ts";

/** The part of a line that is fee and GST, in paise, positive. */
export interface LineCharges {
  readonly feePaise: bigint;
  readonly gstPaise: bigint;
}

const none: LineCharges = { feePaise: 0n, gstPaise: 0n };

/** The charges of lines: those of the payout, and for returns what came back of them. */
export async function readLineCharges(
  db: Db,
  tenant: Tenant,
  lines: readonly Line[],
): Promise<(line: Line) => LineCharges> {
  const returns = lines.filter(isReturn);
  const entries = returns.map(({ entry }) => entry);
  const returned = await readReturnedCharges(db, tenant.tenantId, entries);
  const byEntry = new Map(returned.map((charges) => [charges.entry, charges]));
  return ({ entry, kind, payout }) =>
    payout && (kind === "hold" || kind === "release")
      ? { feePaise: payout.fee_paise, gstPaise: payout.gst_paise }
      : (byEntry.get(entry) ?? none);
}
