import { log } from "../log.ts";
import { claimPayouts, everyLane, type ClaimedPayout, type Lane } from "./claim-payouts.ts";
import { sendPayout } from "./send-payout.ts";

/**
 * So many payouts of one lane are with their provider at a time. A claimed payout is sent at once
 * and never waits for a place, so that its claim can't run out before it is.
 */
export const inFlightMax = 200;
/** Of these at most so many with one claim: while the first half is settled, the second is sent. */
const claimAtMost = inFlightMax / 2;
/** Of a lane that was full, so many places are waited for: a claim of one costs as much as of many. */
const claimAtLeast = inFlightMax / 4;

interface OpenLane extends Lane {
  readonly inFlight: Set<Promise<void>>;
  /** The last claim took all that it might, so there may be more that is due. */
  hasMore: boolean;
}

interface Options {
  readonly claimSeconds: number;
  /** Places have become free in a lane that was full. */
  readonly onPlaces: () => void;
}

/**
 * Claims what is due and sends it, lane by lane: the next claim is made while the last is with its
 * provider, and a call that takes long holds up nothing but its own place.
 */
export function openLanes({ claimSeconds, onPlaces }: Options) {
  const lanes: OpenLane[] = everyLane.map((lane) => ({
    ...lane,
    inFlight: new Set(),
    hasMore: false,
  }));

  /**
   * Claims and begins to send. It does not wait for what it has begun.
   * @param takesFew also the last free place of a lane
   * @returns whether there may be more that is due and has a place.
   */
  async function claim({ takesFew }: { takesFew: boolean }): Promise<boolean> {
    const least = (lane: OpenLane) => (lane.hasMore && !takesFew ? claimAtLeast : 1);
    const asked = lanes.filter((lane) => freeOf(lane) >= least(lane));
    if (asked.length === 0) return false;
    const places = asked.map((lane) => ({ lane, atMost: Math.min(freeOf(lane), claimAtMost) }));
    const payouts = await claimPayouts(
      places.map(({ lane, atMost }) => ({ ...lane, atMost })),
      claimSeconds,
    );
    for (const { lane, atMost } of places) {
      const mine = payouts.filter((payout) => isIn(lane, payout));
      lane.hasMore = mine.length === atMost;
      for (const payout of mine) begin(lane, payout);
    }
    return lanes.some(isWorthAClaim);
  }

  function begin(lane: OpenLane, payout: ClaimedPayout): void {
    const sending = sendOne(payout).finally(() => {
      lane.inFlight.delete(sending);
      if (isWorthAClaim(lane)) onPlaces();
    });
    lane.inFlight.add(sending);
  }

  return {
    claim,
    /** Resolves when everything that was claimed has been sent, looked up or given up. */
    async finish(): Promise<void> {
      await Promise.all(lanes.flatMap((lane) => [...lane.inFlight]));
    },
  };
}

function isWorthAClaim(lane: OpenLane): boolean {
  return lane.hasMore && freeOf(lane) >= claimAtLeast;
}

function freeOf({ inFlight }: OpenLane): number {
  return inFlightMax - inFlight.size;
}

function isIn({ provider, status }: Lane, payout: ClaimedPayout): boolean {
  return payout.provider === provider && payout.isNew === (status === "pending");
}

/** One payout's trouble is its own: it is logged, and the claim runs out so that it is retried. */
export async function sendOne(payout: ClaimedPayout): Promise<void> {
  try {
    await sendPayout(payout);
  } catch (error) {
    log().error({ err: error, payout: payout.id }, "A payout could not be worked on");
  }
}
