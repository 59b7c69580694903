import { readFileSync } from "node:fs";
import { importBeneficiaries, previewBeneficiaryImport } from "@rokad/contract/beneficiary-import";
import { previewPayoutBatch } from "@rokad/contract/payout-batches";
import { openBatchWorld } from "./batch-world.ts";
import type { SignedIn } from "./signed-in.ts";

const samples = new URL("../src/payouts/batches/samples/", import.meta.url);

/** A file of people as the tests of files read it. */
export const sampleOf = (name: string) => readFileSync(new URL(name, samples));

export const uploadOf = (bytes: Buffer | string) => ({
  file_name: "payments",
  content: Buffer.from(bytes).toString("base64"),
});

/** The world of batches, in which files are read with the columns that their previews choose. */
export async function openFileWorld() {
  const world = await openBatchWorld();

  const previewOf = async (by: SignedIn, bytes: Buffer | string) =>
    (await by.ask(previewPayoutBatch, { body: uploadOf(bytes) })).data;

  return {
    ...world,
    previewOf,
    /** The draft of a file, and its rows. */
    async readFile(by: SignedIn, bytes: Buffer | string) {
      const { columns } = await previewOf(by, bytes);
      const body = { ...uploadOf(bytes), columns };
      const { status, body: answer, text } = await by.post("/payout-batches", body);
      if (status !== 201) throw new Error(text);
      const batch = await world.readBatch(by, answer.data.id);
      return { batch, rows: await world.rowsOf(by, batch.id) };
    },
    async savePayees(by: SignedIn, bytes: Buffer | string): Promise<void> {
      const preview = await by.ask(previewBeneficiaryImport, { body: uploadOf(bytes) });
      const body = { ...uploadOf(bytes), columns: preview.data.columns };
      await by.ask(importBeneficiaries, { body });
    },
  };
}
