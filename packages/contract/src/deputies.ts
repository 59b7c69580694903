import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant } from "./call.ts";
import { countDays } from "./days.ts";
import { day, id, idName, idParams, todayInIndia } from "./fields.ts";
import { limits } from "./limits.ts";

/* Who approves in the place of a person who is away, disabled, or no approver any more. */

const person = idName;

/** Something that waits for the person's approval. */
const waitingItem = z.object({
  kind: z.enum(["request", "batch", "schedule"]),
  id,
  /** `₹4,50,000.00 to Asha Rao`, or the name of a file. */
  title: z.string(),
  since: instant(),
  /** Who can approve its next step now. */
  sentence: z.string(),
  /** Whether all its approvals can't be given without the person or a deputy. */
  needs_person: z.boolean(),
});

export const personDeputies = z
  .object({
    ...person.shape,
    /** `can_approve` is false for one who was disabled or has no role that approves any more. */
    deputies: z.array(z.extend(person, { can_approve: z.boolean() })),
    /** The days of a leave that is not over; null: none. */
    away_from: z.nullable(day),
    away_until: z.nullable(day),
    /** Who named the deputies; null without any. */
    named_by: z.nullable(person),
    named_at: z.nullable(instant()),
    /** Who can be named. */
    candidates: z.array(person),
    /** What waits for the person, first what needs them, then oldest first; at most 100. */
    waiting: z.array(waitingItem),
    waiting_count: count(),
    /** How many of all that wait need them. */
    needs_person_count: count(),
  })
  .register(z.globalRegistry, { id: "PersonDeputies" });
export type PersonDeputies = z.output<typeof personDeputies>;

interface LeaveForm {
  readonly deputies: readonly string[];
  readonly away_from: string | null;
  readonly away_until: string | null;
}

/** The deputies of a person, and the days on which they approve too although the person is active. */
export const deputiesForm = z
  .object({
    deputies: z.array(id, { error: "Send the deputies" }).check(
      z.maxLength(limits.deputiesMax, `Name at most ${limits.deputiesMax} deputies`),
      z.refine((list) => new Set(list).size === list.length, "Name each deputy once"),
    ),
    /** Both null: no leave. */
    away_from: z.nullable(day),
    away_until: z.nullable(day),
  })
  .check(
    z.check<LeaveForm>(({ value, issues }) => {
      const { deputies, away_from: from, away_until: until } = value;
      const report = (path: string, message: string) =>
        issues.push({ code: "custom", path: [path], message, input: value });
      if (from === null && until === null) return;
      if (from === null) report("away_from", "Enter the first day");
      else if (until === null) report("away_until", "Enter the last day");
      else if (until < from) report("away_until", "The last day is before the first");
      else if (until < todayInIndia()) report("away_until", "This leave is over already");
      else if (countDays(from, until) > limits.leaveDaysMax)
        report("away_until", `A leave has at most ${limits.leaveDaysMax} days`);
      else if (deputies.length === 0) report("deputies", "Name a deputy for these days");
    }),
  );
export type DeputiesForm = z.output<typeof deputiesForm>;

const savedAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  data: personDeputies,
});
const shared = { tag: "Approvals", who: "tenant" } as const;
const deputiesExample = {
  request: {
    deputies: ["01994c50-1c1a-7b0e-8c55-0d3c5a0b7e01"],
    away_from: "2027-01-04",
    away_until: "2027-01-15",
  },
};

export const getOwnDeputies = defineCall({
  ...shared,
  name: "getOwnDeputies",
  summary: "The caller's deputies and leave, and what waits for the caller's approval",
  method: "GET",
  path: "/deputies/own",
  needs: "approve",
  changesWith: ["requests", "account"],
  answer: dataAnswer(personDeputies),
});

export const setOwnDeputies = defineCall({
  ...shared,
  name: "setOwnDeputies",
  summary: "Name who approves in the caller's place, and on which days the caller is away",
  method: "PUT",
  path: "/deputies/own",
  needs: "approve",
  stepUp: { signs: "request" },
  idempotent: true,
  body: deputiesForm,
  answer: savedAnswer,
  example: deputiesExample,
});

export const getMemberDeputies = defineCall({
  ...shared,
  name: "getMemberDeputies",
  summary: "A member's deputies and leave, and what waits for the member, also of a disabled one",
  method: "GET",
  path: "/deputies/{id}",
  needs: "manage_team",
  changesWith: ["requests", "account"],
  params: idParams,
  answer: dataAnswer(personDeputies),
});

export const setMemberDeputies = defineCall({
  ...shared,
  name: "setMemberDeputies",
  summary: "Name who approves in a member's place, and on which days the member is away",
  method: "PUT",
  path: "/deputies/{id}",
  needs: "manage_team",
  stepUp: { signs: "request" },
  idempotent: true,
  params: idParams,
  body: deputiesForm,
  answer: savedAnswer,
  example: deputiesExample,
});
