import { benchPayouts } from "./payouts.ts";

const benches: Readonly<Record<string, () => Promise<void>>> = { payouts: benchPayouts };

const [name = "payouts"] = process.argv.slice(2);
const bench = benches[name];
if (!bench) throw new Error(`There is no bench "${name}": ${Object.keys(benches).join(", ")}`);
await bench();
