import { programsStayWithinLimits, revokedKeysSendNothing } from "../claims/programs.ts";
import { fundedInOrder, unfundedMovedNothing } from "../claims/waits.ts";
import { change, type FaultyRecord } from "./faulty-record.ts";

const anyOne = () => true;

/** Faults of programs, and of payouts that wait for funds. */
export const programFaults: readonly FaultyRecord[] = [
  [
    "a program sent a paisa more than it may at once",
    [programsStayWithinLimits],
    change("signed limits", anyOne, () => ({ perPayoutPaise: 49_99 })),
  ],
  [
    "a program sent a paisa more than it may on a day",
    [programsStayWithinLimits],
    change("signed limits", anyOne, () => ({ perDayPaise: 49_99 })),
  ],
  [
    "a key sent after its revocation",
    [revokedKeysSendNothing],
    change("key revocation", anyOne, () => ({ sentAt: 1_000, at: 1_100 })),
  ],
  [
    "a payout overtook one that waited",
    [fundedInOrder],
    change(
      "payout request",
      ({ order }) => order === "order q2",
      () => ({ waits: true, sentAt: 400, at: 450 }),
    ),
  ],
  [
    "a bank paid a payout that was not funded",
    [unfundedMovedNothing],
    change("unfunded payout", anyOne, () => ({ reference: "RKp1" })),
  ],
];
