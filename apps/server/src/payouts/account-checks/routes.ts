import * as calls from "@rokad/contract/account-checks";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { checkBeneficiary } from "./check-beneficiary.ts";

export function accountCheckRoutes(app: FastifyInstance): void {
  serve(app, calls.checkBeneficiary, async ({ person, body }) => ({
    data: await checkBeneficiary(person, body),
  }));
}
