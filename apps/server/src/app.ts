import { randomUUID } from "node:crypto";
import { limits } from "@rokad/contract/limits";
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from "fastify";
import { activityRoutes } from "./activity/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { accountCheckRoutes } from "./account-checks/routes.ts";
import { bankAccountRoutes } from "./bank-accounts/routes.ts";
import { checkAnswers } from "./check-answers.ts";
import type { Config } from "./config.ts";
import { credentialRoutes } from "./credentials/routes.ts";
import { databaseHealthRoutes } from "./database-health/routes.ts";
import { depositRoutes } from "./deposits/routes.ts";
import { exportRoutes } from "./exports/routes.ts";
import { gatewayRoutes } from "./gateway/routes.ts";
import { healthRoutes } from "./health.ts";
import { answerBadAddress, answerBadBytes, answerErrors, noSuchCall } from "./http-errors.ts";
import { readJsonBodies } from "./json-body.ts";
import { log } from "./log.ts";
import { liveRoutes } from "./live/routes.ts";
import type { StreamLimits } from "./live/streams.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { payoutDecisionRoutes } from "./payout-decisions/routes.ts";
import { payoutRoutes } from "./payouts/routes.ts";
import { platformAnalyticsRoutes } from "./platform-analytics/routes.ts";
import { platformReportRoutes } from "./platform-reports/routes.ts";
import { platformRoutes } from "./platform/routes.ts";
import { reconciliationRoutes } from "./reconciliation/routes.ts";
import { reportRoutes } from "./reports/routes.ts";
import { sandboxBankRoutes, sandboxRoutes } from "./sandbox-routes.ts";
import { smsRoutes } from "./sms/routes.ts";
import { securityHeaders } from "./security-headers.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { statementImportRoutes } from "./statement-import/routes.ts";
import { suspenseRoutes } from "./suspense/routes.ts";
import { systemRoutes } from "./system/routes.ts";
import { apiDocs } from "./api-docs.ts";
import { tenantRoutes } from "./tenants/routes.ts";
import { closeUnusedConnections, endConnections } from "./unused-connections.ts";
import { virtualAccountRoutes } from "./virtual-accounts/routes.ts";
import { verificationRoutes } from "./verification/routes.ts";
import { walletRoutes } from "./wallet/routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";
import { consoleFiles } from "./console-files.ts";

interface AppOptions {
  /** For tests: told of each answer that is not as the contract has it. */
  readonly onWrongAnswer?: (what: string) => void;
  readonly streams?: Partial<StreamLimits>;
  /** From when on this server is about to stop, so that nobody should come any more. */
  readonly isStopping?: () => boolean;
}

function pathOnly({ method, url, id }: FastifyRequest) {
  return { method, path: url.split("?")[0], id };
}

/** The web server: plugins, then one line for each capability. */
export async function createApp(
  config: Config,
  { onWrongAnswer, streams, isStopping = () => false }: AppOptions = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    // Paths carry ids only; headers and bodies are never logged.
    loggerInstance: log().child({}, { serializers: { req: pathOnly } }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.requestBodyBytesMax,
    trustProxy: config.trustProxy,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    requestTimeout: limits.requestArrivesMsMax,
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBadBytes,
    // What came over a connection before it was closed is answered, whenever it came.
    return503OnClosing: false,
  });
  closeUnusedConnections(app);
  endConnections(app, isStopping);
  readJsonBodies(app);
  answerErrors(app);
  if (onWrongAnswer) checkAnswers(app, onWrongAnswer);
  await securityHeaders(app);
  healthRoutes(app, isStopping);
  signInRoutes(app);
  platformRoutes(app, config);
  walletRoutes(app);
  bankAccountRoutes(app);
  accountCheckRoutes(app);
  depositRoutes(app);
  virtualAccountRoutes(app);
  suspenseRoutes(app);
  statementImportRoutes(app);
  payoutRoutes(app);
  payoutDecisionRoutes(app, config);
  reportRoutes(app);
  exportRoutes(app);
  platformAnalyticsRoutes(app);
  platformReportRoutes(app);
  tenantRoutes(app);
  systemRoutes(app);
  databaseHealthRoutes(app);
  verificationRoutes(app);
  notificationRoutes(app);
  activityRoutes(app, config);
  gatewayRoutes(app, config);
  credentialRoutes(app);
  webhookRoutes(app);
  smsRoutes(app);
  reconciliationRoutes(app);
  auditRoutes(app);
  liveRoutes(app, streams);
  if (config.smsProvider === "sandbox") sandboxRoutes(app);
  if (config.sandboxAllowed) sandboxBankRoutes(app);
  await apiDocs(app);
  await consoleFiles(app);
  app.all("/api/*", noSuchCall);
  return app;
}
