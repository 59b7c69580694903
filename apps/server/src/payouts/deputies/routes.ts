import * as calls from "@rokad/contract/deputies";
import type { DeputiesForm } from "@rokad/contract/deputies";
import type { FastifyInstance } from "fastify";
import { database } from "../../database/db.ts";
import { keyedRequest, runOnce } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import type { Tenant } from "../../kernel/person.ts";
import { describeDeputies } from "./describe-deputies.ts";
import { setDeputies } from "./set-deputies.ts";

export function deputyRoutes(app: FastifyInstance): void {
  serve(app, calls.getOwnDeputies, async ({ person }) => ({
    data: await describeDeputies(database(), person.tenantId, person.member.id),
  }));

  serve(app, calls.getMemberDeputies, async ({ person, params }) => ({
    data: await describeDeputies(database(), person.tenantId, params.id),
  }));

  serve(
    app,
    calls.setOwnDeputies,
    (request) => {
      const { person, body } = request;
      const run = runOnce(keyedRequest(calls.setOwnDeputies, { ...request, params: {} }));
      return run(async (db) => {
        await setDeputies(db, person, person.member.id, body);
        const data = await describeDeputies(db, person.tenantId, person.member.id);
        return { message: messageOf(body), data };
      });
    },
    ({ person, body }) => sentenceOf(person, person.member.id, body),
  );

  serve(
    app,
    calls.setMemberDeputies,
    (request) => {
      const { person, params, body } = request;
      return runOnce(keyedRequest(calls.setMemberDeputies, request))(async (db) => {
        await setDeputies(db, person, params.id, body);
        return {
          message: messageOf(body),
          data: await describeDeputies(db, person.tenantId, params.id),
        };
      });
    },
    ({ person, params, body }) => sentenceOf(person, params.id, body),
  );
}

const messageOf = ({ deputies }: DeputiesForm) =>
  deputies.length === 0 ? "Deputies removed" : "Deputies saved";

/** What a signature signs, with the names of people of the business only. @throws 404. */
async function sentenceOf(person: Tenant, personId: string, form: DeputiesForm): Promise<string> {
  const { name, candidates } = await describeDeputies(database(), person.tenantId, personId);
  const names = form.deputies.map(
    (id) =>
      candidates.find((candidate) => candidate.id === id)?.name ?? "someone who can't approve",
  );
  if (names.length === 0) return `Remove the deputies of ${name}`;
  const days = form.away_from ? `, away from ${form.away_from} to ${form.away_until ?? ""}` : "";
  return `Let ${names.join(", ")} approve in the place of ${name}${days}`;
}
