import type { CallOptions } from "../api-client.ts";
import { count, type PayoutRequest } from "../client-records.ts";
import type { DestinationName } from "../destinations.ts";
import type { World } from "../world.ts";

type Answer = { readonly lostBefore: boolean } & (
  | {
      readonly ok: true;
      readonly body: { readonly data: { readonly id: string; readonly reference_id: string } };
    }
  | { readonly ok: false; readonly code: string }
);

interface Sending {
  readonly key: string;
  /** Sends the request with its key. */
  readonly send: (options: CallOptions) => Promise<Answer>;
  readonly options?: CallOptions;
}

/** Requests of which one got no response: an error for a repeat says nothing about that one. */
const uncertain = new WeakSet<PayoutRequest>();

/** Adds an order of a tenant, with remarks that identify it. */
export function addRequest(
  { clients }: World,
  tenant: string,
  { paise, to }: { readonly paise: number; readonly to: DestinationName },
): PayoutRequest {
  const remarks = `Simulated payout ${clients.payouts.length + 1}`;
  const request: PayoutRequest = {
    remarks,
    tenant,
    paise,
    to,
    acknowledgements: [],
    rejection: undefined,
  };
  clients.payouts.push(request);
  return request;
}

/**
 * Sends a payout and records its answer. One without an answer is repeated with its key at the end, when
 * all tenants are active.
 */
export async function sendRecorded(
  world: World,
  request: PayoutRequest,
  { key, send, options = {} }: Sending,
): Promise<void> {
  const { clients } = world;
  const repeatAtTheEnd = () =>
    world.unanswered.push({
      key,
      tenant: request.tenant,
      repeat: () => sendRecorded(world, request, { key, send }),
    });
  try {
    const result = await send(options);
    if (result.lostBefore) uncertain.add(request);
    if (result.ok) {
      const { id, reference_id: reference } = result.body.data;
      request.acknowledgements.push({ id, reference, at: Date.now() });
    } else {
      count(clients, `payouts rejected: ${result.code}`);
      if (!uncertain.has(request)) request.rejection = result.code;
      // This answer comes before the key is compared, and says nothing about the lost request.
      else if (result.code === "ACCOUNT_INACTIVE") repeatAtTheEnd();
    }
  } catch (error) {
    uncertain.add(request);
    repeatAtTheEnd();
    throw error;
  } finally {
    if (uncertain.has(request)) request.rejection = undefined;
  }
}
