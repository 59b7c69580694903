import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Opens a workbook in LibreOffice and saves it as another one, as a person does.
 * @throws without LibreOffice, with what to install.
 */
export async function resave(workbook: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "rokad-resave-"));
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  const saveAs = (format: string, source: string) =>
    run("soffice", [profile, "--headless", "--convert-to", format, "--outdir", folder, source]);
  try {
    await writeFile(join(folder, "ours.xlsx"), workbook);
    // Its own format between the two: nothing of our file is copied through.
    await saveAs("ods", join(folder, "ours.xlsx"));
    await saveAs("xlsx", join(folder, "ours.ods"));
    return await readFile(join(folder, "ours.xlsx"));
  } catch (error) {
    const isMissing = (error as { code?: unknown }).code === "ENOENT";
    throw isMissing
      ? new Error("LibreOffice is needed: apt-get install libreoffice-calc-nogui", { cause: error })
      : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
