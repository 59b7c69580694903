const OLDEST = 24;

/** Stops with a sentence on a Node that can't run Rokad; npm's scripts use the one that package.json pins. */
export function requireNode(): void {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST) return;
  console.error(
    `Rokad runs on Node ${OLDEST} or newer, and this is ${process.versions.node}. "npm ci" installs the right one beside Rokad; start with "npm start".`,
  );
  process.exit(1);
}
