import type { FastifyInstance } from "fastify";
export async function apiDocs(app: FastifyInstance): Promise<void> {
  void app;
}
