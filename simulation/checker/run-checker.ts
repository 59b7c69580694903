// `npm run prove:check -- FILE`: checks a recorded run again, without the product.
import { checkClaims } from "./check-claims.ts";
import { printClaims } from "./print-claims.ts";
import { readObservations } from "./read-observations.ts";

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error("Usage: npm run prove:check -- .cache/simulation/SEED/observations.jsonl");
  process.exit(2);
}
const observations = await readObservations(path);
console.log(`${observations.length} observations in ${path}`);
process.exitCode = printClaims(checkClaims(observations), (line) => console.log(line)) ? 0 : 1;
