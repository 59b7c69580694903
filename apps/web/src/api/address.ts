import type { Call } from "@rokad/contract/call";

type Plain = string | number | boolean | null | undefined;

interface Parts {
  params?: unknown;
  query?: unknown;
}

/** The path with its parameters and query: "/payouts?page=2". */
export function addressOf(call: Pick<Call, "path">, { params, query }: Parts): string {
  const values = (params ?? {}) as Record<string, Plain>;
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const search = searchOf((query ?? {}) as Record<string, Plain>);
  return search ? `${path}?${search}` : path;
}

/** Leaves out empty values and the filter value "all". */
function searchOf(query: Record<string, Plain>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "" || value === "all") continue;
    search.set(name, String(value));
  }
  return search.toString();
}
