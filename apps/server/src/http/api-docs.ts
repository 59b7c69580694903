import { randomUUID } from "node:crypto";
import type { StaticDocumentSpec } from "@fastify/swagger";
import Fastify, { LogController, type FastifyInstance } from "fastify";
import { handleErrors, sendNotFound } from "./error-responses.ts";
import { docsHeaders } from "./page-policy.ts";
import { addHeaders, type Headers } from "./security-headers.ts";

/**
 * `/api/v1/openapi.json` for programs and `/api/docs` for people, both from the contract. For
 * development, and where `API_DOCS` is on. An app of their own serves them, which their first
 * request creates: the document would take a third of every start.
 */
export function apiDocs(app: FastifyInstance, headers: Headers): void {
  let docs: Promise<FastifyInstance> | undefined;
  for (const path of ["/api/v1/openapi.json", "/api/docs", "/api/docs/*"]) {
    app.get(path, async (request, reply) => {
      docs ??= createDocs(app, headers);
      const { routing } = await docs;
      reply.hijack();
      routing(request.raw, reply.raw);
    });
  }
  app.addHook("onClose", async () => (await docs)?.close());
}

async function createDocs({ log }: FastifyInstance, headers: Headers): Promise<FastifyInstance> {
  const [{ openApiDocument }, { default: swagger }, { default: swaggerUi }] = await Promise.all([
    import("@rokad/contract/openapi"),
    import("@fastify/swagger"),
    import("@fastify/swagger-ui"),
  ]);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
  });
  handleErrors(app);
  app.setNotFoundHandler(sendNotFound);
  addHeaders(app, headers);
  addHeaders(app, docsHeaders);
  const document = openApiDocument();
  app.get("/api/v1/openapi.json", async () => document);
  await app.register(swagger, {
    mode: "static",
    // The plugin's types know OpenAPI up to 3.0, but it serves any document unchanged.
    specification: { document } as unknown as StaticDocumentSpec,
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    // The page's scripts and styles are local files, so the strict policy of other pages works.
    staticCSP: false,
    theme: { title: "Rokad API" },
    // Hides the top bar, which loads other documents and has a third-party logo.
    uiConfig: { layout: "BaseLayout", deepLinking: true, defaultModelsExpandDepth: 0 },
  });
  await app.ready();
  return app;
}
