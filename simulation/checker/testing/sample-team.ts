// A business of three people: one payment request became the payout p2, and one row of a file p3.
import type { Observation, ObservationOf } from "../observations.ts";
import type { Subject } from "../team-observations.ts";

export const [priya, arun] = ["9800000011", "9800000012"] as const;
const asha = "9800000001";
const charges = { feePaise: 5_00, gstPaise: 90 };

const timed = (sentAt: number) => ({ sentAt, at: sentAt + 50 });

const member = (by: string, role: string): Observation => ({
  kind: "team member",
  tenant: asha,
  by,
  roles: [role],
});

const prepared = (order: string, paise: number): Observation => ({
  kind: "prepared order",
  tenant: asha,
  by: priya,
  order,
  paise,
  to: "000123456789",
  ...timed(1_950),
});

function content(subject: Subject, id: string, name: string, sentAt: number): Observation[] {
  const own = { tenant: asha, subject, id, hash: `hash of ${id}` };
  const signed = (by: string, at: number): ObservationOf<"approval"> => ({
    kind: "approval",
    ...own,
    by,
    answer: { accepted: { id } },
    lostBefore: false,
    ...timed(at),
  });
  return [
    { kind: "preparation", ...own, by: priya, name, isSubmitted: true, ...timed(sentAt) },
    signed(arun, sentAt + 100),
    { ...signed(priya, sentAt + 200), answer: { refused: "OWN_REQUEST" } },
    { ...signed(arun, sentAt + 300), answer: { refused: "ALREADY_APPROVED" } },
    signed(asha, sentAt + 400),
    { kind: "final content", ...own, name },
  ];
}

const none = { count: 0, paise: 0 };

export const sampleTeam: readonly Observation[] = [
  member(asha, "owner"),
  member(priya, "preparer"),
  member(arun, "approver"),
  {
    kind: "approval policy",
    tenant: asha,
    bands: [
      { upToPaise: 50_00, steps: [] },
      {
        upToPaise: null,
        steps: [
          { approvals: 1, roles: ["approver"] },
          { approvals: 1, roles: ["owner"] },
        ],
      },
    ],
    answer: { accepted: { id: "policy" } },
    lostBefore: false,
    ...timed(200),
  },
  prepared("second", 500_00),
  ...content("payment request", "r1", "second", 2_000),
  {
    kind: "order end",
    tenant: asha,
    subject: "payment request",
    id: "r1",
    order: "second",
    paise: 500_00,
    ...charges,
    part: null,
    payout: { id: "p2", reference: "RKp2" },
  },
  prepared("third", 300_00),
  prepared("fourth", 100_00),
  ...content("batch", "b1", "salaries.csv", 3_000),
  {
    kind: "batch progress",
    tenant: asha,
    id: "b1",
    total: { count: 2, paise: 400_00 },
    paid: none,
    failed: { count: 1, paise: 300_00 },
    cancelled: { count: 1, paise: 100_00 },
    waiting: none,
  },
  ...(
    [
      ["third", 300_00, "failed", { id: "p3", reference: "RKp3" }],
      ["fourth", 100_00, "cancelled", null],
    ] as const
  ).map(([order, paise, part, payout]): Observation => ({
    kind: "order end",
    tenant: asha,
    subject: "batch",
    id: "b1",
    order,
    paise,
    ...charges,
    part,
    payout,
  })),
];
