import type { Tx } from "../database/db.ts";
import type { PostingContext } from "./posting.ts";
import { writePostings } from "./write-postings.ts";

/**
 * A closing account keeps a remainder that no provider pays out: available → unclaimed, where it is
 * still owed to the tenant. Possible once per closing.
 */
export async function setAside(
  db: Tx,
  remainder: { readonly closingId: string; readonly walletId: string; readonly paise: bigint },
  context: PostingContext,
): Promise<void> {
  const posting = {
    kind: "set_aside" as const,
    subjectId: remainder.closingId,
    walletId: remainder.walletId,
    lines: [
      { account: "available" as const, paise: -remainder.paise },
      { account: "unclaimed" as const, paise: remainder.paise },
    ],
  };
  await writePostings(db, context.locked, [posting], context.at);
}
