import { scanWalletHistory as scanCall } from "@rokad/contract/cursor-lists";
import { searchWalletHistory as searchCall } from "@rokad/contract/history-search";
import * as calls from "@rokad/contract/wallet";
import { explainFigure as explainCall } from "@rokad/contract/wallet-explanation";
import type { FastifyInstance } from "fastify";
import { replicaOrPrimary } from "../../database/replica.ts";
import { sendHistory } from "../../files/send-history.ts";
import { serve } from "../../http/serve.ts";
import { explainFigure } from "./explain-figure.ts";
import { exportWalletHistory } from "./export-wallet-history.ts";
import { listWalletHistory } from "./list-wallet-history.ts";
import { readBalance } from "./read-balance.ts";
import { scanWalletHistory } from "./scan-wallet-history.ts";
import { searchWalletHistory } from "./search-wallet-history.ts";
import { sumPortfolio } from "./sum-portfolio.ts";

export function walletRoutes(app: FastifyInstance): void {
  serve(app, calls.getBalance, async ({ person }) => ({ data: await readBalance(person) }));

  serve(app, calls.getPortfolio, async ({ person }) => ({ data: await sumPortfolio(person) }));

  serve(app, explainCall, async ({ person, query }) => ({
    data: await explainFigure(person, query),
  }));

  serve(app, calls.listWalletHistory, ({ person, query }) => listWalletHistory(person, query));

  serve(app, scanCall, async ({ person, query }) =>
    scanWalletHistory(await replicaOrPrimary(), person, query),
  );

  serve(app, searchCall, ({ person, query }) => searchWalletHistory(person, query));

  serve(app, calls.exportWalletHistory, async ({ person, query }) =>
    sendHistory(await exportWalletHistory(person, query)),
  );
}
