import * as calls from "@rokad/contract/beneficiaries";
import { exportBeneficiaries as exportCall } from "@rokad/contract/beneficiary-export";
import * as importCalls from "@rokad/contract/beneficiary-import";
import * as destinationCalls from "@rokad/contract/payout-destinations";
import type { FastifyInstance } from "fastify";
import { database, transaction } from "../../database/db.ts";
import { keyedRequest, withIdempotency } from "../../http/idempotency.ts";
import { serve } from "../../http/serve.ts";
import type { Tenant } from "../../kernel/person.ts";
import { setArchived } from "./archive-beneficiary.ts";
import { exportBeneficiaries } from "./export-beneficiaries.ts";
import { importFile, previewImport } from "./import-beneficiaries.ts";
import { addDestination, endDestination, setDefaultDestination } from "./change-destinations.ts";
import { listBeneficiaries } from "./list-beneficiaries.ts";
import { createBeneficiary, editBeneficiary, type Saved } from "./save-beneficiary.ts";
import { readPayee } from "./saved-order.ts";
import { showBeneficiary } from "./show-beneficiary.ts";

export function beneficiaryRoutes(app: FastifyInstance): void {
  serve(app, calls.listBeneficiaries, ({ person, query: { after, limit, ...filter } }) =>
    listBeneficiaries(person, filter, { after, limit }),
  );

  serve(app, calls.getBeneficiary, async ({ person, params }) => ({
    data: await showBeneficiary(database(), person, params.id),
  }));

  serve(app, calls.createBeneficiary, async (request) => {
    const { person, body } = request;
    // The stored answer has ids only: the rest would lie unencrypted beside the key.
    const saved = await withIdempotency(keyedRequest(calls.createBeneficiary, request), (db) =>
      createBeneficiary(db, person, body),
    );
    return savedAnswer(person, saved);
  });

  serve(app, importCalls.previewBeneficiaryImport, async ({ person, body }) => ({
    data: await previewImport(person, Buffer.from(body.content, "base64"), body.columns),
  }));

  serve(app, importCalls.importBeneficiaries, async ({ person, body }) => {
    const file = { fileName: body.file_name, bytes: Buffer.from(body.content, "base64") };
    return { data: await importFile(person, file, body.columns) };
  });

  serve(app, exportCall, async ({ person, query }) => exportBeneficiaries(person, query));

  serve(app, calls.editBeneficiary, async ({ person, params, body }) => {
    const saved = await transaction((db) => editBeneficiary(db, person, params.id, body));
    return savedAnswer(person, saved);
  });

  serve(app, calls.archiveBeneficiary, async ({ person, params: { id } }) => {
    await transaction((db) => setArchived(db, person, id, true));
    return { data: await showBeneficiary(database(), person, id) };
  });

  serve(app, calls.restoreBeneficiary, async ({ person, params: { id } }) => {
    await transaction((db) => setArchived(db, person, id, false));
    return { data: await showBeneficiary(database(), person, id) };
  });

  serve(app, destinationCalls.getPayee, async ({ person, params }) => ({
    data: await readPayee(person, params.id, params.destination_id),
  }));

  serve(app, destinationCalls.addPayoutDestination, async (request) => {
    const { person, params, body } = request;
    const { id } = await withIdempotency(
      keyedRequest(destinationCalls.addPayoutDestination, request),
      (db) => addDestination(db, person, params.id, body),
    );
    return { data: await showBeneficiary(database(), person, id) };
  });

  serve(
    app,
    destinationCalls.endPayoutDestination,
    async ({ person, params: { id, destination_id } }) => {
      await transaction((db) => endDestination(db, person, id, destination_id));
      return { data: await showBeneficiary(database(), person, id) };
    },
  );

  serve(
    app,
    destinationCalls.setDefaultDestination,
    async ({ person, params: { id, destination_id } }) => {
      await transaction((db) => setDefaultDestination(db, person, id, destination_id));
      return { data: await showBeneficiary(database(), person, id) };
    },
  );
}

async function savedAnswer(person: Tenant, { id, warning }: Saved) {
  const data = await showBeneficiary(database(), person, id);
  return { message: `${data.name} saved`, data: { ...data, warning } };
}
