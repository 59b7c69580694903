import { revokeApiKey } from "@rokad/contract/api-keys";
import { createPayout, validatePayout } from "@rokad/contract/key-payouts";
import { randomUUID } from "node:crypto";
import { count, type PayoutRequest } from "../client-records.ts";
import { destinations } from "../destinations.ts";
import { openProgram, type Program } from "../programs.ts";
import type { SimulationEvent } from "../simulation-event.ts";
import type { World } from "../world.ts";
import { addRequest, sendRecorded } from "./send-recorded.ts";

type ProgramEvent = Extract<SimulationEvent, { kind: "payout of a program" }>;

/** More than any key may send at once. */
const tooMuchPaise = 1_000_01;

/** Lets a program send a payout with its key, in the variant of the plan. */
export async function payByKey(world: World, event: ProgramEvent): Promise<void> {
  const own = world.programs[event.program % world.programs.length] as Program;
  const { variant } = event;
  const isRevoked = variant === "revoked meanwhile";
  const program = isRevoked ? await openProgram(connectionsOf(world), own.owner) : own;
  if (!program) return;
  count(world.clients, `payouts of programs: ${variant}`);
  const paise = variant === "above its limit" ? tooMuchPaise : event.paise % tooMuchPaise;
  const request = addRequest(world, program.owner.id, { ...event, paise: Math.max(paise, 1_00) });
  const body = bodyOf(request, event);
  await program.call(validatePayout, { body });
  const key = randomUUID();
  const send = (more = {}, order = request, sent = body, own_key = key) =>
    sendRecorded(world, order, {
      key: own_key,
      send: (options) => program.call(createPayout, { body: sent }, { key: own_key, ...options }),
      options: more,
    });
  switch (variant) {
    case "plain":
    case "above its limit":
      return send();
    case "double click":
      await Promise.all([send(), send()]);
      return;
    case "response lost":
      return send({ cutAfterMs: 4 + (event.paise % 25) });
    case "key with another body": {
      await send();
      const other = addRequest(world, program.owner.id, { ...event, paise: request.paise });
      return send({}, other, bodyOf(other, event));
    }
    case "one client reference twice":
      // The program forgot its first request, and kept its own name of the order.
      await Promise.all([send(), send({}, request, body, randomUUID())]);
      return;
    case "revoked meanwhile": {
      const revoke = () =>
        program.owner.call(revokeApiKey, { params: { id: program.keyId } }, { key: randomUUID() });
      await Promise.all([send(), revoke()]);
      const late = addRequest(world, program.owner.id, { ...event, paise: request.paise });
      return send({}, late, bodyOf(late, event), randomUUID());
    }
  }
}

const connectionsOf = ({ callApi, recorder }: World) => ({ callApi, observe: recorder.observe });

function bodyOf({ remarks, paise }: PayoutRequest, { to }: ProgramEvent) {
  return {
    ...destinations[to],
    beneficiary_name: "Asha Rao",
    amount_paise: paise,
    remarks,
    client_reference: remarks.replaceAll(" ", "-"),
  };
}
