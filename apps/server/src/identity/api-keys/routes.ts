import * as calls from "@rokad/contract/api-keys";
import { listApiRequests } from "@rokad/contract/api-requests";
import type { ApiKeyAccessForm } from "@rokad/contract/api-keys";
import type { Scope } from "@rokad/contract/scopes";
import { formatMoney } from "@rokad/money/format";
import { rupeesToPaise } from "@rokad/money/rupees";
import type { FastifyInstance } from "fastify";
import { database } from "../../database/db.ts";
import { keyedRequest, runOnce } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import { forbidden } from "../../kernel/errors.ts";
import { inr } from "../../kernel/money.ts";
import { assertMaySend, changeAccess, checkAccess } from "./change-access.ts";
import { createKey } from "./create-key.ts";
import { currentMode } from "./key-mode.ts";
import { listRequests } from "./list-requests.ts";
import { shownAddress } from "./networks.ts";
import { revokeKey } from "./revoke-key.ts";
import { rollKey } from "./roll-key.ts";
import { assertNotEnded, describeKey, describeKeys } from "./stored-key.ts";

export function apiKeyRoutes(app: FastifyInstance): void {
  serve(app, calls.listApiKeys, async ({ person, origin }) => ({
    data: {
      keys: await describeKeys(database(), person),
      your_address: shownAddress(origin.address),
      mode: currentMode(),
    },
  }));

  serve(
    app,
    calls.createApiKey,
    async ({ person, body }) => ({
      message: "API key created",
      data: await createKey(person, body),
    }),
    async ({ person, body }) => {
      const { networks } = checkAccess(person, body.scopes, body);
      return `Create the API key ${body.name} with ${phraseOf(body.scopes, { ...body, networks })}`;
    },
  );

  serve(
    app,
    calls.changeApiKeyAccess,
    async (request) => {
      const { person, params, body } = request;
      const run = runOnce(keyedRequest(calls.changeApiKeyAccess, request));
      return { message: "API key changed", data: await changeAccess(person, params.id, body, run) };
    },
    async ({ person, params, body }) => {
      const key = await describeKey(database(), person, params.id);
      assertNotEnded(key);
      if (key.scopes.includes("payouts:send")) assertMaySend(person);
      const { networks } = checkAccess(person, key.scopes, body);
      return `Change the API key ${key.name}: ${accessPhrase(key.scopes, { ...body, networks })}`;
    },
  );

  serve(
    app,
    calls.rollApiKey,
    async ({ person, params, body }) => ({
      message: "New secret created",
      data: await rollKey(person, params.id, body.old_valid_hours),
    }),
    async ({ person, params, body }) => {
      const key = await describeKey(database(), person, params.id);
      assertNotEnded(key);
      if (key.scopes.includes("payouts:send")) assertMaySend(person);
      const hours = body.old_valid_hours;
      const old = hours === 0 ? "ends now" : `ends in ${hours} ${hours === 1 ? "hour" : "hours"}`;
      return `Create a new secret for the API key ${key.name}; the old one ${old}`;
    },
  );

  serve(app, calls.revokeApiKey, async ({ person, params }) => ({
    message: "API key revoked",
    data: await revokeKey(person, params.id),
  }));

  serve(app, listApiRequests, ({ person, query }) => listRequests(person, query));

  serve(app, calls.getOwnApiKey, async ({ person, origin }) => {
    const { apiKey } = person;
    if (!apiKey) throw forbidden();
    return {
      data: {
        id: apiKey.id,
        name: apiKey.name,
        mode: apiKey.mode,
        scopes: [...apiKey.scopes],
        business: { id: person.tenantId, name: person.name },
        expires_at: apiKey.expiresAt?.toISOString() ?? null,
        your_address: shownAddress(origin.address),
      },
    };
  });
}

function phraseOf(scopes: readonly Scope[], access: ApiKeyAccessForm): string {
  return `${scopes.join(", ")}: ${accessPhrase(scopes, access)}`;
}

/** What is signed: amounts and addresses in full. */
function accessPhrase(scopes: readonly Scope[], { networks, limits }: ApiKeyAccessForm): string {
  const from = networks.length === 0 ? "from any address" : `from ${networks.join(", ")} only`;
  if (!scopes.includes("payouts:send")) return from;
  if (!limits) return `sends nothing until an owner signs limits, ${from}`;
  const [payout, day] = [limits.per_payout, limits.per_day].map((rupees) =>
    formatMoney(inr(rupeesToPaise(rupees))),
  );
  return `sends up to ${payout} a payout and ${day} a day without approvals, ${from}`;
}
