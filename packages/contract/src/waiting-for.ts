import * as z from "zod/mini";
import { instant } from "./call.ts";
import { id } from "./fields.ts";

const person = z.object({ id, name: z.string() });

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
