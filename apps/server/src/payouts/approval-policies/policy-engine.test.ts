// The guarantee: a payout gets the steps of the first band that applies, nobody approves their own or
// twice, and a policy that today's people can't meet is found before it is saved.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findPolicyProblems, type Member } from "./assess-policy.ts";
import { findBand } from "./find-band.ts";
import { findUnmetStep } from "./match-approvers.ts";
import type { Band, Step } from "./policy.ts";
import { nextApprovers, progressOf } from "./progress.ts";

const step = (approvals: number, change: Partial<Step> = {}): Step => ({
  approvals,
  roles: [],
  people: [],
  ...change,
});
const band = (change: Partial<Band> = {}): Band => ({
  up_to_paise: null,
  methods: null,
  sources: null,
  beneficiary: null,
  steps: [],
  ...change,
});
const facts = {
  amountPaise: 100n,
  method: "imps",
  source: "console",
  isNewBeneficiary: false,
} as const;
const member = (id: string, roles: string[], canPrepare = false): Member => ({
  id,
  name: id,
  roles,
  canPrepare,
});

describe("the band of a payout", () => {
  const bands = [
    band({ up_to_paise: 100, beneficiary: "known" }),
    band({ methods: ["upi"], sources: ["bulk"] }),
    band(),
  ];

  test("is the first whose conditions all hold, with the amount inclusive", () => {
    expect(findBand(bands, facts)).toBe(0);
    expect(findBand(bands, { ...facts, amountPaise: 101n })).toBe(2);
    expect(findBand(bands, { ...facts, isNewBeneficiary: true })).toBe(2);
    expect(findBand(bands, { ...facts, amountPaise: 101n, method: "upi", source: "bulk" })).toBe(1);
  });

  test("is an error without a band for the rest", () => {
    expect(() => findBand([band({ up_to_paise: 1 })], facts)).toThrow(RangeError);
  });
});

describe("the people who can approve next", () => {
  const steps = [step(1, { roles: ["owner", "approver"] }), step(1, { roles: ["owner"] })];
  const people = [
    member("ravi", ["owner"]),
    member("meera", ["approver"]),
    member("asha", ["owner"]),
  ];
  const ids = (given: { personId: string; step: number }[], makerId = "asha") =>
    nextApprovers({ makerId, steps, given }, people).map(({ id }) => id);

  test("are never the maker, and nobody twice", () => {
    expect(ids([{ personId: "meera", step: 0 }])).toEqual(["ravi"]);
    expect(ids([{ personId: "meera", step: 0 }], "ravi")).toEqual(["asha"]);
  });

  test("leave out the only person who can complete a later step", () => {
    expect(ids([])).toEqual(["meera"]);
  });

  test("are none after the last step", () => {
    const given = [
      { personId: "meera", step: 0 },
      { personId: "ravi", step: 1 },
    ];
    expect(progressOf(steps, given)).toEqual({ step: 2, missing: 0 });
    expect(ids(given)).toEqual([]);
  });
});

describe("a policy that can't be met", () => {
  const problemsOf = (steps: Step[], members: Member[]) =>
    Object.values(findPolicyProblems([band({ steps })], members));

  test("names the sole approver who is the maker", () => {
    expect(problemsOf([step(1, { roles: ["owner"] })], [member("Ravi", ["owner"], true)])).toEqual([
      "Step 1 needs 1 approval, and nobody but Ravi, who prepares payouts, can give one",
    ]);
  });

  test("names more approvals than people, over all steps together", () => {
    const members = [
      member("Ravi", ["owner"], true),
      member("Asha", ["owner"], true),
      member("Meera", ["approver"]),
    ];
    const steps = [step(1, { roles: ["approver"] }), step(2, { roles: ["owner", "approver"] })];
    expect(problemsOf(steps, members)[0]).toContain("Step 2 needs 2 approvals");
    expect(problemsOf([steps[0] as Step, step(1, { roles: ["owner"] })], members)).toEqual([]);
  });

  test("names people who are disabled or can't approve", () => {
    const members = [member("Ravi", ["owner"], true), member("Vik", ["viewer"])];
    expect(problemsOf([step(1, { people: ["gone"] })], members)[0]).toContain(
      "not an active member",
    );
    expect(problemsOf([step(1, { people: ["Vik"] })], members)[0]).toBe(
      "Vik can't approve: make them an approver",
    );
  });

  test("names a band that never applies", () => {
    const bands = [band({ up_to_paise: 500 }), band({ up_to_paise: 100 }), band()];
    expect(findPolicyProblems(bands, [])).toEqual({
      "bands.1": "Band 2 never applies: band 1 comes first",
    });
  });
});

test("finds a way to give all approvals exactly if there is one", () => {
  const roles = ["owner", "approver"] as const;
  const anyStep = fc.record({
    approvals: fc.integer({ min: 1, max: 2 }),
    roles: fc.subarray([...roles]),
    people: fc.subarray(["a", "b", "c", "d"]),
  });
  const anyPerson = fc.tuple(
    ...["a", "b", "c", "d"].map((id) =>
      fc.record({
        id: fc.constant(id),
        roles: fc.subarray([...roles]),
      }),
    ),
  );
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 3 }), anyPerson, (steps, people) => {
      const slots = steps.flatMap((one) => Array.from({ length: one.approvals }, () => one));
      expect(findUnmetStep(steps, people) === undefined).toBe(canFill(slots, people));
    }),
  );
});

/** Tries every assignment. */
function canFill(
  slots: readonly Step[],
  people: readonly { id: string; roles: string[] }[],
): boolean {
  const [first, ...rest] = slots;
  if (!first) return true;
  return people.some(
    (person) =>
      person.roles.length > 0 &&
      (first.people.includes(person.id) ||
        first.roles.some((role) => person.roles.includes(role))) &&
      canFill(
        rest,
        people.filter(({ id }) => id !== person.id),
      ),
  );
}
