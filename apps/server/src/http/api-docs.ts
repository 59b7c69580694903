import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import Fastify, { LogController, type FastifyInstance } from "fastify";
import { handleErrors, sendNotFound } from "./error-responses.ts";
import { docsHeaders } from "./page-policy.ts";
import { addHeaders, type Headers } from "./security-headers.ts";

/** The document that `node scripts/openapi.ts` writes from the contract. */
const documentFile = join(import.meta.dirname, "../../../../openapi.json");

/**
 * `/api/v1/openapi.json` for programs and `/api/docs` for people, both from the contract. For
 * development, and where `API_DOCS` is on. An app of their own serves the page, which its first
 * request creates: most starts need none.
 */
export function apiDocs(app: FastifyInstance, headers: Headers): void {
  let docs: Promise<FastifyInstance> | undefined;
  for (const path of ["/api/docs", "/api/docs/*"]) {
    app.get(path, async (request, reply) => {
      docs ??= createDocs(app, headers);
      const { routing } = await docs;
      reply.hijack();
      routing(request.raw, reply.raw);
    });
  }
  for (const path of ["/api/v1/openapi.json", "/api/docs/json"]) {
    app.get(path, (_request, reply) =>
      reply.type("application/json; charset=utf-8").send(createReadStream(documentFile)),
    );
  }
  // The plugin would write the whole document as YAML for each request: half a second in which
  // the server answers nobody.
  app.get("/api/docs/yaml", sendNotFound);
  app.addHook("onClose", async () => (await docs)?.close());
}

async function createDocs({ log }: FastifyInstance, headers: Headers): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
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
  // The page needs this plugin, but reads the document from the route above.
  await app.register(swagger);
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
