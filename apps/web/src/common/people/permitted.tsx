import type { Call } from "@rokad/contract/call";
import type { ReactNode } from "react";
import { useMay, type NeedsOf } from "../../api/session.ts";

interface PermittedProps<C extends Call> {
  needs: NeedsOf<C>;
  children: ReactNode;
}

/** What starts a call, only for roles that permit it: `<Permitted<typeof retryJob> needs="operate">`. */
export function Permitted<C extends Call>({ needs, children }: PermittedProps<C>) {
  return useMay<C>(needs) ? children : null;
}
