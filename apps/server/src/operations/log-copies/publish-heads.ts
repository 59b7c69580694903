import { now } from "../../kernel/clock.ts";
import { today } from "../../kernel/days.ts";
import { database } from "../../database/db.ts";
import { formatHeads, readHeads } from "./chain-heads.ts";
import { headsPlaces } from "./configured-copies.ts";
import type { HeadsPlace } from "./heads-places.ts";
import { endLease, leaseCopy, saveProgress } from "./lease-copy.ts";
import { attemptCopy } from "./stream-audit-log.ts";

/** Publishes the heads of both chains to each place, once a day in India. */
export async function publishHeads(): Promise<void> {
  await Promise.all(headsPlaces().map((place) => publishTo(place)));
}

async function publishTo(place: HeadsPlace): Promise<void> {
  const copy = await leaseCopy(place.name);
  if (!copy) return;
  const day = today();
  await attemptCopy(copy, async () => {
    if (copy.sentOn !== day) {
      const text = formatHeads(await readHeads(database()), now());
      await place.publish({ day, text });
      await saveProgress(copy, { sent_on: day });
    }
    await endLease(copy);
  });
}
