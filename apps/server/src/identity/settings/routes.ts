import * as calls from "@rokad/contract/platform";
import * as settingCalls from "@rokad/contract/settings";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../kernel/config.ts";
import { ApiError } from "../../kernel/errors.ts";
import { serve } from "../../http/serve.ts";
import { findBank } from "./find-bank.ts";
import { warnOfIfsc } from "./warn-of-ifsc.ts";
import { listSettingHistory, listSettings } from "./list-settings.ts";
import { readPlatformConfig } from "./read-platform-config.ts";

export function platformRoutes(app: FastifyInstance, config: Config): void {
  serve(app, calls.getPlatformConfig, async () => ({ data: await readPlatformConfig(config) }));

  serve(app, calls.findIfsc, async ({ params }) => {
    const bank = findBank(params.code);
    if (!bank) {
      throw new ApiError(404, "IFSC_NOT_FOUND", "We could not find a bank for this IFSC code");
    }
    const { bank_name, known } = bank;
    const warning = warnOfIfsc(params.code) ?? null;
    return { data: { ifsc_code: params.code, bank_name, known, warning } };
  });

  serve(app, settingCalls.listSettings, async () => ({ data: await listSettings() }));

  serve(app, settingCalls.listSettingHistory, ({ params, query }) =>
    listSettingHistory(params.key, query),
  );
}
