import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { limits } from "@rokad/contract/limits";
import type { Config } from "../kernel/config.ts";
import { log } from "../kernel/log.ts";
import { handleBadRequestBytes, handleErrors, sendNotFound } from "./error-responses.ts";
import { healthRoutes, type HealthOptions } from "./health.ts";
import { apiHeaders, securityHeaders } from "./security-headers.ts";

/** What a process without the API answers: its health and its metrics, on a port of its own. */
export async function createWorkerServer(
  config: Pick<Config, "strictTransport">,
  options: HealthOptions,
): Promise<FastifyInstance> {
  const headers = apiHeaders(config);
  const app = Fastify({
    loggerInstance: log().child({}) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: limits.requestArrivesMsMax,
    clientErrorHandler: handleBadRequestBytes(headers),
    return503OnClosing: false,
  });
  handleErrors(app);
  securityHeaders(app, headers);
  app.setNotFoundHandler(sendNotFound);
  await healthRoutes(app, options);
  return app;
}
