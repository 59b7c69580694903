// The guarantee: a payout gets the steps of the first band that applies, nobody approves their own or
// twice, and a policy that today's people can't meet is found before it is saved.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findPolicyProblems, type Member } from "./assess-policy.ts";
import { findBand } from "./find-band.ts";
import { findUnmetStep } from "./match-approvers.ts";
import type { Approver, Band, Step } from "./policy.ts";
import { nextApprovers, progressOf, type GivenApproval, type Waiting } from "./progress.ts";

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
  const waitingFor = (
    given: { personId: string; step: number; roles?: string[] | null }[],
    makerId = "asha",
  ): Waiting => ({
    preparedBy: [makerId],
    steps,
    given: given.map((one) => {
      const placeRoles = people.find(({ id }) => id === one.personId)?.roles ?? [];
      return { inPlaceOf: null, roles: placeRoles, placeRoles, at: new Date(0), ...one };
    }),
  });
  const ids = (...given: Parameters<typeof waitingFor>) =>
    nextApprovers(waitingFor(...given), people).map(({ id }) => id);

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
    expect(progressOf(waitingFor(given))).toEqual({ step: 2, missing: 0 });
    expect(ids(given)).toEqual([]);
  });

  test("are asked a step again whose approver is disabled or has no role for it any more", () => {
    for (const roles of [null, ["preparer"]]) {
      const given = [
        { personId: "asha", step: 0, roles },
        { personId: "ravi", step: 1 },
      ];
      expect(progressOf(waitingFor(given, "priya"))).toEqual({ step: 0, missing: 1 });
      expect(ids(given, "priya")).toEqual(["meera"]);
    }
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
      "bands.1": "Rule 2 never applies: rule 1 comes first",
    });
  });
});

const roles = ["owner", "approver"] as const;
const names = ["a", "b", "c", "d"];
const anyStep = fc.record({
  approvals: fc.integer({ min: 1, max: 2 }),
  roles: fc.subarray([...roles]),
  people: fc.subarray([...names, "gone"]),
});
const anyPlace = (id: string) =>
  fc.record({ id: fc.constant(id), name: fc.constant(id), roles: fc.subarray([...roles]) });
/** People of whom some are deputies of others, or of someone who is gone. */
const anyPeople = fc
  .tuple(...[...names, "gone"].map(anyPlace))
  .chain((places) =>
    fc.tuple(
      ...places
        .slice(0, names.length)
        .map((place) =>
          fc
            .subarray(places.filter(({ id }) => id !== place.id))
            .map((standsInFor) => ({ ...place, standsInFor })),
        ),
    ),
  );

test("finds a way to give all approvals exactly if there is one", () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 3 }),
      anyPeople,
      fc.subarray([...names, "gone"]),
      (steps, people, taken) => {
        const slots = steps.flatMap((one) => Array.from({ length: one.approvals }, () => one));
        const isMet = findUnmetStep(steps, people, new Set(taken)) === undefined;
        expect(isMet).toBe(canFill(slots, people, taken));
      },
    ),
  );
});

/** Tries every assignment. */
function canFill(
  slots: readonly Step[],
  people: readonly Approver[],
  taken: readonly string[],
): boolean {
  const [first, ...rest] = slots;
  if (!first) return true;
  return people.some(
    (person) =>
      person.roles.length > 0 &&
      [person, ...(person.standsInFor ?? [])].some(
        (place) =>
          !taken.includes(place.id) &&
          (first.people.includes(place.id) ||
            first.roles.some((role) => place.roles.includes(role))) &&
          canFill(
            rest,
            people.filter(({ id }) => id !== person.id),
            [...taken, place.id],
          ),
      ),
  );
}

test("completes what can be completed, in any order of those who may approve", () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { minLength: 1, maxLength: 3 }),
      anyPeople,
      fc.constantFrom(...names),
      fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
      (steps, people, maker, picks) => {
        const preparedBy = [maker];
        const others = people.filter(({ id }) => id !== maker);
        const canComplete = findUnmetStep(steps, others, new Set(preparedBy)) === undefined;
        const given: GivenApproval[] = [];
        for (const pick of picks) {
          const next = nextApprovers({ preparedBy, steps, given }, people);
          const turn = next[pick % Math.max(next.length, 1)];
          if (!turn) break;
          const inPlaceOf = turn.inPlaceOf?.id ?? null;
          given.push({
            personId: turn.id,
            inPlaceOf,
            step: progressOf({ preparedBy, steps, given }).step,
            roles: turn.roles,
            placeRoles: (turn.inPlaceOf ?? turn).roles,
            at: new Date(0),
          });
        }
        const places = given.map(({ personId, inPlaceOf }) => inPlaceOf ?? personId);
        expect(new Set(places).size).toBe(given.length);
        expect(new Set(given.map(({ personId }) => personId)).size).toBe(given.length);
        expect([...places, ...given.map(({ personId }) => personId)]).not.toContain(maker);
        if (canComplete) expect(progressOf({ preparedBy, steps, given }).missing).toBe(0);
      },
    ),
  );
});

describe("a deputy", () => {
  const anil = member("anil", ["approver"]);
  const named = [step(1, { people: ["anil"] })];
  const withDeputy = (deputy: string, absent: Member) =>
    [member("meera", ["approver"]), member("ravi", ["owner"], true)].map((one) =>
      one.id === deputy ? { ...one, standsInFor: [absent] } : one,
    );
  const next = (people: Member[], steps: Step[], change: Partial<Waiting> = {}) =>
    nextApprovers({ preparedBy: ["asha"], steps, given: [], ...change }, people).map(
      ({ id, inPlaceOf }) => [id, inPlaceOf?.id ?? null],
    );

  test("gives the approval that a step asks of the person by name or role", () => {
    expect(next(withDeputy("ravi", anil), named)).toEqual([["ravi", "anil"]]);
    const byRole = [step(2, { roles: ["approver"] })];
    expect(next(withDeputy("ravi", anil), byRole)).toEqual([
      ["meera", null],
      ["ravi", "anil"],
    ]);
  });

  test("gives none for who prepared it, and none that was given", () => {
    expect(next(withDeputy("ravi", anil), named, { preparedBy: ["anil"] })).toEqual([]);
    const twice = [step(1, { people: ["anil"] }), step(1, { people: ["anil"] })];
    const placeRoles = anil.roles;
    const given = [
      {
        personId: "anil",
        inPlaceOf: null,
        step: 0,
        at: new Date(0),
        roles: placeRoles,
        placeRoles,
      },
    ];
    expect(next(withDeputy("ravi", anil), twice, { given })).toEqual([]);
  });

  test("gives their own approval where the step asks for both", () => {
    const both = [step(2, { people: ["anil", "meera"] })];
    expect(next(withDeputy("meera", anil), both)).toEqual([["meera", null]]);
  });
});
