import { setSigner } from "../../api/step-up.ts";
import { useOverlay } from "../../ui/overlay.ts";

setSigner(async (asked) => (await import("./ask-signature.tsx")).askSignature(asked));

/** Lets the page's requests ask for a signature, and shows the dialog that takes it. */
export function SignatureHost() {
  return useOverlay(true);
}
