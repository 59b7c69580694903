import type { Call, FileKind, Input } from "@rokad/contract/call";
import { sendRaw } from "./client.ts";

type FileCall = Call & { readonly answer: FileKind };

/** Fetches a file of the contract and hands it to the browser's downloads under `fileName`. */
export async function download<const C extends FileCall>(
  call: C,
  input: Input<C>,
  fileName: string,
): Promise<void> {
  const response = await sendRaw(call, input);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // Some browsers read it only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
