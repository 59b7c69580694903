import fc from "fast-check";

// The same random values in each run, so that a change is what turns a property red. Others come by
// `npm test -- --shuffle` and in the sweep.
fc.configureGlobal({ seed: Number(process.env["PROPERTY_SEED"] ?? 4711) });
