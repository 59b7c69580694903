import swagger, { type StaticDocumentSpec } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { openApiDocument } from "@rokad/contract/openapi";
import type { FastifyInstance } from "fastify";

/** `/api/v1/openapi.json` for programs, `/api/docs` for people: both made from the contract. */
export async function apiDocs(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  app.get("/api/v1/openapi.json", async () => document);

  await app.register(swagger, {
    mode: "static",
    // The plugin's types know OpenAPI up to 3.0; it hands the document on as it is.
    specification: { document } as unknown as StaticDocumentSpec,
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    // The page's scripts and styles are files of ours, so the strict policy of every other page
    // holds here too.
    staticCSP: false,
    theme: { title: "Rokad API" },
    // Without the top bar, which loads other documents and carries somebody else's logo.
    uiConfig: { layout: "BaseLayout", deepLinking: true, defaultModelsExpandDepth: 0 },
  });
}
