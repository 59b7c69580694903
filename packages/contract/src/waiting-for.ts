import * as z from "zod/mini";
import { idName } from "./fields.ts";
import { instant } from "./call.ts";

const person = idName;

/** An approval of a step of a request, batch or schedule. */
export const givenApproval = z
  .object({
    by: person,
    /** Whose approval a deputy gave; null for the person's own. */
    in_place_of: z.nullable(person),
    at: instant(),
    /** False once its person is disabled or may not approve the step any more: it is asked again. */
    counts: z.boolean(),
  })
  .register(z.globalRegistry, { id: "GivenApproval" });
export type GivenApproval = z.output<typeof givenApproval>;

/** Who can approve a request, batch or schedule next, and since when. */
export const waitingFor = z
  .object({
    /** From 0. */
    step: z.int(),
    /** How many approvals the step still needs. */
    missing: z.int(),
    /** The people who can approve it now. Empty: nobody can, and the owners are notified. */
    people: z.array(
      /* `in_place_of`: whose approval a deputy would give; null for the person's own. */
      z.extend(person, { in_place_of: z.nullable(person) }),
    ),
    since: instant(),
    /** `Waits for Asha Rao or Ravi Sharma`, or why nobody can approve it. */
    sentence: z.string(),
  })
  .register(z.globalRegistry, { id: "WaitingFor" });
export type WaitingFor = z.output<typeof waitingFor>;
