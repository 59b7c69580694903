import * as calls from "@rokad/contract/platform";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { Refusal } from "../errors.ts";
import { serve } from "../serve.ts";
import { findBank } from "./find-bank.ts";
import { readPlatformConfig } from "./read-platform-config.ts";

export function platformRoutes(app: FastifyInstance, config: Config): void {
  serve(app, calls.getPlatformConfig, async () => ({ data: await readPlatformConfig(config) }));

  serve(app, calls.findIfsc, async ({ params }) => {
    const bank = findBank(params.code);
    if (!bank) {
      throw new Refusal(404, "IFSC_NOT_FOUND", "We could not find a bank for this IFSC code");
    }
    return { data: { ifsc_code: params.code, bank_name: bank.bank_name, known: bank.known } };
  });
}
