import { batchesWereSigned, requestsWereApproved } from "../claims/approvals.ts";
import { batchesAddUp, filesArePaidOnce } from "../claims/batches.ts";
import { change, repeat, type FaultyRecord } from "./faulty-record.ts";
import { arun, priya } from "./sample-team.ts";

const subjects = [
  ["request", "r1", requestsWereApproved],
  ["batch", "b1", batchesWereSigned],
] as const;

/** Faults of payment requests, batches and their approvals. */
export const teamFaults: readonly FaultyRecord[] = [
  ...subjects.flatMap(([name, id, claim]): FaultyRecord[] => [
    [
      `a ${name} without the approval of its first step`,
      [claim],
      change(
        "approval",
        (one) => one.id === id && one.by === arun && "accepted" in one.answer,
        () => undefined,
      ),
    ],
    [
      `a ${name} with an approval of another content`,
      [claim],
      change(
        "approval",
        (one) => one.id === id && one.by === arun && "accepted" in one.answer,
        () => ({ hash: "another" }),
      ),
    ],
    [
      `a ${name} that who prepared it approved`,
      [claim],
      change(
        "approval",
        (one) => one.id === id && one.by === priya,
        () => ({ answer: { accepted: { id } } }),
      ),
    ],
    [
      `a ${name} that one person approved twice`,
      [claim],
      change(
        "approval",
        (one) => one.id === id && one.by === arun && "refused" in one.answer,
        () => ({ answer: { accepted: { id } } }),
      ),
    ],
  ]),
  [
    "a batch with a row in no state",
    [batchesAddUp],
    change(
      "batch progress",
      () => true,
      ({ total }) => ({ total: { ...total, count: 3 } }),
    ),
  ],
  [
    "a batch that calls a cancelled row waiting",
    [batchesAddUp],
    change(
      "order end",
      ({ order }) => order === "fourth",
      () => ({ part: "waiting" }),
    ),
  ],
  [
    "a file that became two batches",
    [filesArePaidOnce],
    repeat(
      "preparation",
      ({ id }) => id === "b1",
      () => ({ id: "b2" }),
    ),
  ],
  [
    "a row with a paisa more than its file",
    [filesArePaidOnce],
    change(
      "prepared order",
      ({ order }) => order === "fourth",
      ({ paise }) => ({ paise: paise - 1 }),
    ),
  ],
];
