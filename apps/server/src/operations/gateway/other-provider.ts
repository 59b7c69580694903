import type { ProviderId } from "../../providers/provider.ts";

export function otherProvider(id: ProviderId): ProviderId {
  return id === "primary" ? "alternative" : "primary";
}
