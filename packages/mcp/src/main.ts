import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { readConfiguration } from "./configuration.ts";
import { openServer } from "./open-server.ts";

// The protocol owns the standard output, so everything for people goes to the standard error.
try {
  const server = await openServer(readConfiguration(process.env));
  await server.connect(new StdioServerTransport());
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
