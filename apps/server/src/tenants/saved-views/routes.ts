import * as calls from "@rokad/contract/saved-views";
import type { FastifyInstance } from "fastify";
import { database, transaction } from "../../database/db.ts";
import { serve } from "../../http/serve.ts";
import { changeView, createView, deleteView, listViews } from "./saved-views.ts";

export function savedViewRoutes(app: FastifyInstance): void {
  serve(app, calls.listSavedViews, async ({ person, query }) => ({
    data: await listViews(database(), person, query.history),
  }));

  serve(app, calls.createSavedView, async ({ person, body }) => ({
    data: await transaction((db) => createView(db, person, body)),
  }));

  serve(app, calls.changeSavedView, async ({ person, params, body }) => ({
    data: await transaction((db) => changeView(db, person, params.id, body)),
  }));

  serve(app, calls.deleteSavedView, async ({ person, params }) => {
    await deleteView(database(), person, params.id);
    return { message: "View deleted" };
  });
}
