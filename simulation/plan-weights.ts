import type { Fault } from "../apps/server/test/stand-ins/stand-in-server.ts";
import type { DestinationName } from "./destinations.ts";

// How often each variant of an event occurs, compared with the others.

export const destinationWeights: Readonly<Record<DestinationName, number>> = {
  account: 8,
  "second account": 4,
  "UPI ID": 5,
  "failing account": 2,
  "late-failing account": 1,
  "returning account": 2,
  "pending account": 1,
};

export const payoutWeights = {
  plain: 10,
  "double click": 3,
  "response lost": 3,
  "repeated later": 2,
  "key with another body": 2,
  overdraft: 1,
} as const;

export const reviewWeights = {
  approve: 6,
  reject: 2,
  "double click": 3,
  race: 4,
  "no review": 1,
} as const;

export const requestWeights = {
  correct: 6,
  "one paisa too much": 1,
  "wrong UTR": 1,
  "no request": 1,
} as const;

export const statementWeights = {
  once: 2,
  "again later": 2,
  "double click": 2,
  "two people": 2,
  "response lost": 2,
  "server killed": 1,
} as const;

export const bankFaults: readonly Fault[] = [
  { kind: "silent", acts: true },
  { kind: "silent", acts: false },
  { kind: "cut", acts: false },
  { kind: "cut", acts: true },
  { kind: "cut mid-body", acts: true },
  { kind: "status", acts: true, status: 500 },
  { kind: "status", acts: false, status: 502 },
  { kind: "status", acts: false, status: 429, headers: { "retry-after": "3" } },
  { kind: "garbage", acts: true },
  { kind: "slow", acts: true, ms: 400 },
  { kind: "twice", acts: true },
];

export const smsFaults: readonly Fault[] = [
  { kind: "status", acts: false, status: 500 },
  { kind: "cut", acts: true },
  { kind: "slow", acts: true, ms: 300 },
];
