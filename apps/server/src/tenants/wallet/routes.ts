import * as calls from "@rokad/contract/wallet";
import type { FastifyInstance } from "fastify";
import { sendHistory } from "../../files/send-history.ts";
import { serve } from "../../http/serve.ts";
import { exportWalletHistory } from "./export-wallet-history.ts";
import { listWalletHistory } from "./list-wallet-history.ts";
import { readBalance } from "./read-balance.ts";
import { sumPortfolio } from "./sum-portfolio.ts";

export function walletRoutes(app: FastifyInstance): void {
  serve(app, calls.getBalance, async ({ person }) => ({ data: await readBalance(person) }));

  serve(app, calls.getPortfolio, async ({ person }) => ({ data: await sumPortfolio(person) }));

  serve(app, calls.listWalletHistory, ({ person, query }) => listWalletHistory(person, query));

  serve(app, calls.exportWalletHistory, async ({ person, query }) =>
    sendHistory(await exportWalletHistory(person, query)),
  );
}
