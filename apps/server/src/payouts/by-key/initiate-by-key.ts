import type { MachineOrder } from "@rokad/contract/machine-order";
import { database } from "../../database/db.ts";
import { requestDigest } from "../../database/encryption/request-digest.ts";
import { markReplayed } from "../../http/replayed.ts";
import { readSettings } from "../../identity/settings/settings.ts";
import { ApiError, onlyForKeys } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import type { Tenant } from "../../kernel/person.ts";
import { totalOf } from "../../ledger/ledger.ts";
import { rejectInvalidBeneficiary } from "../account-checks/check-beneficiary.ts";
import { assertAdvicesOn } from "../advices/advice-settings.ts";
import { assertRepeatReason } from "../initiate/find-earlier-payout.ts";
import { initiateOnce } from "../initiate/initiate-payout.ts";
import type { Initiation, RequestedOrder } from "../initiate/initiation.ts";
import { newInitiation } from "../initiate/new-initiation.ts";
import { providerStatuses } from "../provider-status.ts";
import { findPayout } from "../queries.ts";
import { quotePayout } from "../quote-payout.ts";
import { readMachineOrder } from "./machine-payout.ts";

/**
 * Sends the payout of a program. Its authorisation are the limits that an owner signed for the key;
 * they are checked under the wallet's lock, together with policy, balance and client reference.
 * @throws the errors of `createPayout`.
 */
export async function initiateByKey(
  payer: Tenant,
  request: MachineOrder,
  idempotencyKey: string | undefined,
) {
  let initiation: Initiation | undefined;
  const initiated = await initiateOnce(payer, request, idempotencyKey, async () => {
    initiation = await prepare(payer, request, idempotencyKey);
    return initiation;
  });
  if (initiation?.id === initiated.id) return describeNew(initiation);
  markReplayed(payer);
  return describeRepeated(payer, initiated.id);
}

async function prepare(
  payer: Tenant,
  request: MachineOrder,
  idempotencyKey: string | undefined,
): Promise<Initiation> {
  const { apiKey } = payer;
  if (!apiKey) throw onlyForKeys();
  const { order, destination, ...clientData } = await readMachineOrder(payer, request, {
    mayBeEnded: true,
  });
  const [settings, statuses, refusal] = await Promise.all([
    readSettings(),
    providerStatuses(),
    findRefusal(payer, order),
  ]);
  const quote = quotePayout(order.amount, settings);
  const initiation = newInitiation(
    { payer, settings, statuses },
    {
      payerId: payer.tenantId,
      memberId: payer.member.id,
      payer,
      order,
      destination,
      ...quote,
      source: "api",
      keyOrder: {
        keyId: apiKey.id,
        address: payer.from?.address ?? "",
        ...clientData,
      },
      idempotencyKey,
      requestDigest: requestDigest(request),
    },
  );
  // The group commit stores it with the key: a first try that arrives late gets it too.
  return refusal ? { ...initiation, provider: refusal } : initiation;
}

/** Why the order is not sent, whatever the wallet covers. */
async function findRefusal(payer: Tenant, order: RequestedOrder): Promise<ApiError | undefined> {
  try {
    await Promise.all([
      rejectInvalidBeneficiary(payer, order),
      assertRepeatReason(payer, order),
      order.send_advice === true && assertAdvicesOn(payer),
    ]);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function describeNew(initiation: Initiation) {
  const { id, reference, keyOrder, amountPaise, feePaise, gstPaise } = initiation;
  return {
    id,
    reference_id: reference,
    client_reference: keyOrder?.clientReference ?? null,
    status: "pending" as const,
    amount: inr(amountPaise),
    txn_fee: inr(feePaise),
    gst_amount: inr(gstPaise),
    total: inr(totalOf(initiation)),
  };
}

/** A repeat gets what was charged then, and the status of now. */
async function describeRepeated(payer: Tenant, id: string) {
  const row = await findPayout(payer, id);
  if (!row) throw new Error(`Payout ${id} was found by its key and not by its id`);
  const order = await database()
    .selectFrom("api_orders")
    .select("client_reference")
    .where("id", "=", id)
    .executeTakeFirst();
  const { amount_paise: amountPaise, fee_paise: feePaise, gst_paise: gstPaise } = row;
  return {
    id,
    reference_id: row.reference_id,
    client_reference: order?.client_reference ?? null,
    status: row.status,
    amount: inr(amountPaise),
    txn_fee: inr(feePaise),
    gst_amount: inr(gstPaise),
    total: inr(totalOf({ amountPaise, feePaise, gstPaise })),
  };
}
