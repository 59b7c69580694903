import { satisfies } from "semver";
import type { AcceptedAdvisory, UnaskedPackage } from "./accepted-advisories.ts";
import type { Snapshot } from "./advisory-snapshot.ts";
import type { ShippedPackage } from "./list-shipped-packages.ts";

const AGE_DAYS_MAX = 30;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const RENEW = "Run `npm run advisories`.";

/**
 * Compares what we ship with the snapshot, offline. Problems fail the check. Notes do not: neither
 * time alone nor a registry without an answer stops a build.
 */
export function compareAdvisories(options: {
  readonly shipped: readonly Pick<ShippedPackage, "name" | "version">[];
  readonly snapshot: Snapshot;
  readonly acceptedAdvisories?: readonly AcceptedAdvisory[];
  readonly unaskedPackages?: readonly UnaskedPackage[];
  /** Today's date in UTC, as YYYY-MM-DD. */
  readonly today: string;
}): { problems: string[]; notes: string[] } {
  const { shipped, snapshot, acceptedAdvisories = [], unaskedPackages = [], today } = options;
  const { answered, date, reason = "" } = snapshot;
  if (answered === null) {
    const note = `Advisories for what we ship are unknown. On ${date}: ${reason} ${RENEW}`;
    return { problems: [], notes: [note] };
  }
  // A date that can't be read is NaN, which counts as past.
  const isCurrent = ({ until }: { readonly until: string }) =>
    Date.parse(until) >= Date.parse(today);
  const accepted = acceptedAdvisories.filter(isCurrent);
  const asked = new Set([
    ...snapshot.asked,
    ...unaskedPackages.filter(isCurrent).map(({ name, version }) => `${name}@${version}`),
  ]);
  const problems = shipped.flatMap(({ name, version }) => [
    ...(asked.has(`${name}@${version}`)
      ? []
      : [`${name}@${version}: the registry was not asked. ${RENEW}`]),
    ...(answered[name] ?? [])
      .filter((each) => satisfies(version, each.vulnerable_versions, { includePrerelease: true }))
      .filter(({ url }) => !accepted.some((each) => each.name === name && each.url === url))
      .map(({ title, severity, url }) => `${name}@${version}: ${title} (${severity}, ${url})`),
  ]);
  const ageDays = (Date.parse(today) - Date.parse(date)) / DAY_MILLISECONDS;
  const notes = ageDays > AGE_DAYS_MAX ? [`The advisories are ${ageDays} days old. ${RENEW}`] : [];
  return { problems: [...new Set(problems)].toSorted(), notes };
}
