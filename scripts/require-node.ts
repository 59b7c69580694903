const MAJOR_MIN = 24;

/** Exits with a message on a Node that is too old. npm's scripts use the Node in package.json. */
export function requireNode(): void {
  if (Number.parseInt(process.versions.node, 10) >= MAJOR_MIN) return;
  console.error(
    `Rokad needs Node ${MAJOR_MIN} or newer; this is ${process.versions.node}. Run "npm ci", which installs it, then "npm start".`,
  );
  process.exit(1);
}
