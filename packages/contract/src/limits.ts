/**
 * The specification's limits, each with its unit last, for the forms, the server's validation and
 * the messages. Limits that a super admin can change are in the settings instead.
 */
export * as limits from "./limit-values.ts";
