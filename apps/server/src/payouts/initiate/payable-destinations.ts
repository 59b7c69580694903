import type { Db, Tx } from "../../database/db.ts";
import { ApiError } from "../../kernel/errors.ts";

/** The destination of a saved beneficiary that a payout names. */
export interface NamedDestination {
  readonly id: string;
  readonly beneficiaryId: string;
}

/**
 * Why payouts may not take these destinations any more, by the destination's id. A change of the beneficiaries waits
 * until the transaction ends: each change locks the beneficiary first.
 */
export async function lockPayableDestinations(
  db: Tx,
  destinations: readonly NamedDestination[],
): Promise<ReadonlyMap<string, ApiError>> {
  if (destinations.length === 0) return new Map();
  await db
    .selectFrom("beneficiaries")
    .select("id")
    .where("id", "in", [...new Set(destinations.map(({ beneficiaryId }) => beneficiaryId))])
    .orderBy("id")
    .forShare()
    .execute();
  const rows = await db
    .selectFrom("payout_destinations")
    .innerJoin("beneficiaries", "beneficiaries.id", "beneficiary_id")
    .select(["payout_destinations.id", "name", "ended_at", "archived_at"])
    .where("payout_destinations.id", "in", [...new Set(destinations.map(({ id }) => id))])
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const error = whyNotPayable(row);
      return error ? [[row.id, error]] : [];
    }),
  );
}

/** As `lockPayableDestinations`, for one or none. @throws 409 `BENEFICIARY_NOT_PAYABLE`. */
export async function assertPayable(
  db: Tx,
  destination: NamedDestination | undefined,
): Promise<void> {
  const error =
    destination && (await lockPayableDestinations(db, [destination])).get(destination.id);
  if (error) throw error;
}

/** The destinations that these orders or rows name, by id. */
export async function findNamedDestinations(
  db: Db,
  named: readonly { readonly destination_id?: string | null | undefined }[],
): Promise<ReadonlyMap<string, NamedDestination>> {
  const ids = new Set(named.flatMap(({ destination_id: id }) => id ?? []));
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom("payout_destinations")
    .select(["id", "beneficiary_id as beneficiaryId"])
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((destination) => [destination.id, destination]));
}

interface DestinationState {
  readonly name: string;
  readonly ended_at: Date | null;
  readonly archived_at: Date | null;
}

/** 409 `BENEFICIARY_NOT_PAYABLE`, or undefined. */
export function whyNotPayable({
  name,
  ended_at,
  archived_at,
}: DestinationState): ApiError | undefined {
  const why = archived_at
    ? `${name} is archived, so nothing was sent. Restore the beneficiary first.`
    : ended_at
      ? `This account of ${name} was replaced or removed, so nothing was sent. Choose another one.`
      : undefined;
  return why === undefined ? undefined : new ApiError(409, "BENEFICIARY_NOT_PAYABLE", why);
}
