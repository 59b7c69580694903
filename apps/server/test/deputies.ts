import type { BatchWorld } from "./batch-world.ts";
import type { SignedIn } from "./signed-in.ts";

export const everyPayout = { amount_up_to: null, methods: null, sources: null, beneficiary: null };
export const noLeave = { away_from: null, away_until: null };
export const dayMs = 24 * 60 * 60_000;

/** The day in India after so many days, as `YYYY-MM-DD`. */
export const dayAfter = (days: number) =>
  new Date(Date.now() + 5.5 * 60 * 60_000 + days * dayMs).toISOString().slice(0, 10);

/** A business whose payouts need Anil by name. */
export async function teamOfAnil(world: BatchWorld) {
  const team = await world.team();
  const anil = await world.memberIdOf(team.approver);
  const step = { approvals: 1, roles: [], people: [anil] };
  await world.savePolicy(team.owner, [{ ...everyPayout, steps: [step] }]);
  const ids = {
    owner: team.owner.id,
    anil,
    vikram: await world.memberIdOf(team.second),
    priya: await world.memberIdOf(team.preparer),
  };
  return { ...team, ids };
}

export async function nameDeputies(
  by: SignedIn,
  id: string,
  deputies: string[],
  leave: object = noLeave,
) {
  const { status, body, text } = await by.put(`/deputies/${id}`, { deputies, ...leave });
  if (status !== 200) throw new Error(text);
  return body.data;
}

export const readDeputies = async (by: SignedIn, id: string) =>
  (await by.get(`/deputies/${id}`)).body.data;
