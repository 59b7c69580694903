import type { ProviderId } from "../providers/provider.ts";

export function otherRail(id: ProviderId): ProviderId {
  return id === "primary" ? "alternative" : "primary";
}
