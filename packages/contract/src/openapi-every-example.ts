import { examples } from "./openapi-examples.ts";
import { exportExamples } from "./openapi-export-examples.ts";

/** Requests and answers of the main calls; a test holds each to its schema. */
export const everyExample: typeof examples = { ...examples, ...exportExamples };
