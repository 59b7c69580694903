import type { ImportedBeneficiary } from "@rokad/sdk";
import { type Command, connect, onlyArgument } from "./command.ts";
import { type ExitCode, exitCodes } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import { readUpload } from "./read-upload.ts";
import { type Columns, countOf, tableOf } from "./table.ts";

export const beneficiariesImport: Command = {
  name: "beneficiaries import",
  takes: "<file>",
  about: "Save the right rows of a CSV or XLSX file; an account is saved once",
  options: { "dry-run": { about: "Only show what would become of each row" } },
  async run(call) {
    const { io, isJson, options } = call;
    const { file } = await readUpload(onlyArgument(call, "file"));
    const rokad = await connect(call);
    const { data: preview } = await rokad.previewBeneficiaryImport({
      body: file,
      signal: io.signal,
    });
    const { checked, columns } = preview;
    if (checked === null) {
      io.note(`The header needs a name, and an account number with IFSC or a UPI ID.`);
      return exitCodes.refused;
    }
    if (options["dry-run"] === true)
      return show(io, isJson, { ...checked, verb: "would be saved" });
    // A row whose account is saved already changes nothing, so the same command again is safe.
    const body = { ...file, columns };
    const { data: done } = await rokad.importBeneficiaries({ body, signal: io.signal });
    return show(io, isJson, { ...done, verb: "saved" });
  },
};

interface Outcome {
  readonly saved: number;
  readonly known: number;
  readonly wrong: number;
  readonly rows: readonly ImportedBeneficiary[];
  readonly verb: string;
}

function show(io: Io, isJson: boolean, { verb, ...outcome }: Outcome): ExitCode {
  const { saved, known, wrong, rows } = outcome;
  if (isJson) io.print(JSON.stringify(outcome));
  else {
    io.print(`${countOf(saved, "row")} ${verb}, ${known} known already, ${wrong} wrong`);
    for (const line of rows.length > 0 ? tableOf(columnsShown, rows) : []) io.print(line);
  }
  return wrong === 0 ? exitCodes.done : exitCodes.refused;
}

const columnsShown: Columns<ImportedBeneficiary> = [
  ["Line ", ({ line }) => String(line)],
  ["Name", ({ name }) => name],
  ["Account", ({ account }) => account],
  ["Outcome", ({ outcome }) => outcome],
  ["Why", ({ message, warnings, repairs }) => [message ?? [], warnings, repairs].flat().join("; ")],
];
