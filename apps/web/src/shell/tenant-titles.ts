import { paths } from "../paths.ts";

/** Where the name of the path says less than the page. */
const ownTitles: Partial<Record<string, string>> & Partial<Record<keyof typeof paths, string>> = {
  deposits: "Deposit History",
  bulkPayout: "Batch",
  upcoming: "Upcoming Payouts",
  requests: "Payment Requests",
  request: "Payment Request",
  exports: "Prepared Exports",
};

/** The titles of a tenant's pages by path: the name of each path in words, as in "Bulk Payouts". */
export const tenantTitles: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(paths).map(([name, path]) => [path, ownTitles[name] ?? inWords(name)]),
);

function inWords(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, " $&");
}
