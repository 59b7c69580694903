import swagger, { type StaticDocumentSpec } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { openApiDocument } from "@rokad/contract/openapi";
import type { FastifyInstance } from "fastify";
import { docsHeaders } from "./page-policy.ts";
import { addHeaders } from "./security-headers.ts";

/**
 * `/api/v1/openapi.json` for programs and `/api/docs` for people, both from the contract. For
 * development, and where `API_DOCS` is on.
 */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  app.get("/api/v1/openapi.json", async () => document);
  addHeaders(app, docsHeaders);

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
}
