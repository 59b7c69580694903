import { randomUUID } from "node:crypto";
import { limits } from "@rokad/contract/limits";
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from "fastify";
import { workQueueRoutes } from "./operations/work-queues/routes.ts";
import { activityRoutes } from "./operations/activity/routes.ts";
import { adjustmentRoutes } from "./money-in/adjustments/routes.ts";
import { apiKeyRoutes } from "./identity/api-keys/routes.ts";
import { auditRoutes } from "./identity/audit/routes.ts";
import { accountCheckRoutes } from "./payouts/account-checks/routes.ts";
import { beneficiaryRoutes } from "./payouts/beneficiaries/routes.ts";
import { bankAccountRoutes } from "./money-in/bank-accounts/routes.ts";
import { validateResponses } from "./http/validate-responses.ts";
import type { Config } from "./kernel/config.ts";
import { credentialRoutes } from "./identity/credentials/routes.ts";
import { metricsSetup } from "./operations/metrics/metrics-setup.ts";
import { backupRoutes } from "./operations/backups/routes.ts";
import { databaseHealthRoutes } from "./operations/database-health/routes.ts";
import { doctorRoutes } from "./operations/doctor/routes.ts";
import { depositRoutes } from "./money-in/deposits/routes.ts";
import { receivingAccountRoutes } from "./money-in/receiving-accounts/routes.ts";
import { eventRoutes } from "./tenants/events/routes.ts";
import { exportRoutes } from "./tenants/exports/routes.ts";
import { floatRoutes } from "./operations/float/routes.ts";
import { gatewayRoutes } from "./operations/gateway/routes.ts";
import { healthRoutes } from "./http/health.ts";
import {
  handleBadAddress,
  handleBadRequestBytes,
  handleErrors,
  sendNotFound,
} from "./http/error-responses.ts";
import { readJsonBodies } from "./http/json-body.ts";
import { recordRequests } from "./http/record-requests.ts";
import { logRequests } from "./http/access-log.ts";
import { traceRequests } from "./http/trace-requests.ts";
import { log } from "./kernel/log.ts";
import { liveRoutes } from "./identity/live/routes.ts";
import type { StreamLimits } from "./identity/live/event-streams.ts";
import { notificationRoutes } from "./identity/notifications/routes.ts";
import { payoutCancellationRoutes } from "./payouts/cancel/routes.ts";
import { payoutDecisionRoutes } from "./payouts/decisions/routes.ts";
import { paymentAdviceRoutes } from "./payouts/advices/routes.ts";
import { fundsQueueRoutes } from "./payouts/funds-queue/routes.ts";
import { approvalPolicyRoutes } from "./payouts/approval-policies/routes.ts";
import { approvalQueueRoutes } from "./payouts/approval-queue/routes.ts";
import { deputyRoutes } from "./payouts/deputies/routes.ts";
import { payoutBatchRoutes } from "./payouts/batches/routes.ts";
import { keyPayoutRoutes } from "./payouts/by-key/routes.ts";
import { batchScheduleRoutes } from "./payouts/batch-schedules/routes.ts";
import { payoutScheduleRoutes } from "./payouts/schedules/routes.ts";
import { paymentRequestRoutes } from "./payouts/requests/routes.ts";
import { payoutRoutes } from "./payouts/routes.ts";
import { platformAnalyticsRoutes } from "./operations/analytics/routes.ts";
import { platformReportRoutes } from "./operations/platform-reports/routes.ts";
import { platformSearchRoutes } from "./operations/search/routes.ts";
import { platformRoutes } from "./identity/settings/routes.ts";
import { proposalRoutes } from "./identity/proposals/routes.ts";
import { reconciliationRoutes } from "./operations/reconciliation/routes.ts";
import { payoutReportRoutes } from "./tenants/payout-report/routes.ts";
import { savedViewRoutes } from "./tenants/saved-views/routes.ts";
import { searchRoutes } from "./tenants/search/routes.ts";
import { taxInvoiceRoutes } from "./tenants/invoices/routes.ts";
import { reportRoutes } from "./tenants/statements/routes.ts";
import { sandboxBankRoutes, sandboxRoutes } from "./sandbox-routes.ts";
import { stepUpRoutes } from "./identity/signatures/routes.ts";
import { notificationChoiceRoutes } from "./identity/digests/routes.ts";
import { mailServerRoutes } from "./identity/email/routes.ts";
import { smsRoutes } from "./identity/sms/routes.ts";
import { addHeaders, apiHeaders, securityHeaders } from "./http/security-headers.ts";
import { readPageValues } from "./identity/passkeys/read-page-values.ts";
import { requestGuard } from "./identity/request-guard.ts";
import { settingChangeRoutes } from "./identity/setting-changes/routes.ts";
import { proposalHandlers } from "./proposal-handlers.ts";
import { passkeyRoutes } from "./identity/own-passkeys/routes.ts";
import { ownInvitationRoutes } from "./identity/members/own-invitation-routes.ts";
import { teamRoutes } from "./identity/members/routes.ts";
import { sessionRoutes } from "./identity/sessions/routes.ts";
import { enqueueJob } from "./worker/jobs/enqueue-job.ts";
import type { EnqueueText } from "./identity/sign-in/notify-owner.ts";
import { signInRoutes } from "./identity/sign-in/routes.ts";
import { statementImportRoutes } from "./money-in/statement-import/routes.ts";
import { suspenseRoutes } from "./money-in/suspense/routes.ts";
import { systemRoutes } from "./operations/system/routes.ts";
import { tenantOverviewRoutes } from "./operations/tenant-overview/routes.ts";
import { apiDocs } from "./http/api-docs.ts";
import { closingRoutes } from "./tenants/closing/routes.ts";
import { tenantRoutes } from "./tenants/accounts/routes.ts";
import { closeUnusedConnections, closeConnectionsOnStop } from "./http/close-connections.ts";
import { virtualAccountRoutes } from "./money-in/virtual-accounts/routes.ts";
import { verificationRoutes } from "./operations/verification/routes.ts";
import { walletRoutes } from "./tenants/wallet/routes.ts";
import { webhookEndpointRoutes } from "./tenants/webhooks/routes.ts";
import { webhookRoutes } from "./operations/webhooks/routes.ts";
import { consoleHeaders } from "./http/page-policy.ts";
import { consoleFiles } from "./http/console-files.ts";

interface AppOptions {
  /** For tests: called for each response that violates the contract. */
  readonly onContractViolation?: (what: string) => void;
  readonly streams?: Partial<StreamLimits>;
  /** True while the server stops, so that load balancers send no new requests. */
  readonly isStopping?: () => boolean;
  /** When the worker of this process last polled payouts. */
  readonly polledAt?: () => Date | undefined;
}

function pathOnly({ method, url, id }: FastifyRequest) {
  return { method, path: url.split("?")[0], id };
}

/** The contract's rules check requests, so that Fastify needs no compilers, which load ajv. */
const withoutSchemas = {
  compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
};

function refuseSchema(): never {
  throw new Error("Describe calls in the contract instead of a Fastify schema");
}

/** Creates the web server: plugins, then one line for each capability. */
export async function createApp(
  config: Config,
  {
    onContractViolation,
    streams,
    isStopping = () => false,
    polledAt = () => undefined,
  }: AppOptions = {},
): Promise<FastifyInstance> {
  const headers = apiHeaders(config);
  const app = Fastify({
    // Paths contain only ids. Headers and bodies are never logged.
    loggerInstance: log().child({}, { serializers: { req: pathOnly } }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.requestBodyBytesMax,
    schemaController: withoutSchemas,
    trustProxy: config.trustProxy,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200 },
    requestTimeout: limits.requestArrivesMsMax,
    frameworkErrors: handleBadAddress(headers),
    clientErrorHandler: handleBadRequestBytes(headers),
    // During a stop, requests that have arrived are still answered.
    return503OnClosing: false,
  });
  app.decorate("guard", requestGuard);
  app.decorateRequest("person", null);
  closeUnusedConnections(app);
  closeConnectionsOnStop(app, isStopping);
  readJsonBodies(app);
  handleErrors(app);
  recordRequests(app);
  if (config.tracing) traceRequests(app);
  if (config.accessLog) logRequests(app);
  if (onContractViolation) validateResponses(app, onContractViolation);
  securityHeaders(app, headers);
  await healthRoutes(app, { isStopping, metrics: metricsSetup(config, polledAt) });
  const enqueueSessionText: EnqueueText = async (db, payload) => {
    await enqueueJob(db, { kind: "session_text", payload, by: null });
  };
  signInRoutes(app, enqueueSessionText);
  ownInvitationRoutes(app, enqueueSessionText);
  sessionRoutes(app);
  passkeyRoutes(app);
  teamRoutes(app, async (db, invitation) => {
    await enqueueJob(db, { kind: "invitation_text", payload: { invitation }, by: null });
  });
  apiKeyRoutes(app);
  stepUpRoutes(app);
  platformRoutes(app, config);
  settingChangeRoutes(app);
  proposalRoutes(app, proposalHandlers);
  searchRoutes(app);
  savedViewRoutes(app);
  walletRoutes(app);
  bankAccountRoutes(app);
  accountCheckRoutes(app);
  beneficiaryRoutes(app);
  depositRoutes(app);
  receivingAccountRoutes(app);
  virtualAccountRoutes(app);
  suspenseRoutes(app);
  adjustmentRoutes(app);
  statementImportRoutes(app);
  payoutRoutes(app);
  keyPayoutRoutes(app);
  approvalPolicyRoutes(app);
  approvalQueueRoutes(app);
  deputyRoutes(app);
  paymentRequestRoutes(app);
  payoutBatchRoutes(app);
  payoutScheduleRoutes(app);
  batchScheduleRoutes(app);
  payoutCancellationRoutes(app);
  fundsQueueRoutes(app);
  await paymentAdviceRoutes(app);
  payoutDecisionRoutes(app, config);
  reportRoutes(app);
  taxInvoiceRoutes(app);
  payoutReportRoutes(app);
  eventRoutes(app);
  webhookEndpointRoutes(app);
  exportRoutes(app);
  platformAnalyticsRoutes(app);
  platformReportRoutes(app);
  platformSearchRoutes(app);
  tenantRoutes(app);
  tenantOverviewRoutes(app);
  closingRoutes(app);
  systemRoutes(app);
  databaseHealthRoutes(app);
  backupRoutes(app);
  doctorRoutes(app, config);
  verificationRoutes(app);
  notificationRoutes(app);
  notificationChoiceRoutes(app);
  activityRoutes(app, config);
  workQueueRoutes(app);
  gatewayRoutes(app, config);
  credentialRoutes(app);
  webhookRoutes(app);
  smsRoutes(app);
  mailServerRoutes(app);
  reconciliationRoutes(app);
  floatRoutes(app);
  auditRoutes(app);
  liveRoutes(app, streams);
  if (config.smsProvider === "sandbox") sandboxRoutes(app, config);
  if (config.sandboxAllowed) sandboxBankRoutes(app);
  if (config.apiDocs) apiDocs(app, headers);
  await app.register(async (pages) => {
    addHeaders(pages, consoleHeaders);
    await consoleFiles(pages, readPageValues);
  });
  app.all("/api/*", sendNotFound);
  return app;
}
