import type { Call } from "@rokad/contract/call";

type Plain = string | number | boolean | null | undefined;

interface Parts {
  params?: unknown;
  query?: unknown;
}

/** The call's path with its parameters filled in and its query behind: "/payouts?page=2". */
export function addressOf(call: Pick<Call, "path">, { params, query }: Parts): string {
  const given = (params ?? {}) as Record<string, Plain>;
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given[name])),
  );
  const search = searchOf((query ?? {}) as Record<string, Plain>);
  return search ? `${path}?${search}` : path;
}

/** Leaves out what is not set: undefined, empty, and the filter word "all". */
function searchOf(query: Record<string, Plain>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "" || value === "all") continue;
    search.set(name, String(value));
  }
  return search.toString();
}
