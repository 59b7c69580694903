import * as z from "zod/mini";
import { defineCall, instant } from "./call.ts";
import { mobile } from "./fields.ts";

export const listSandboxMessages = defineCall({
  name: "listSandboxMessages",
  summary: "Texts that the sandbox SMS gateway took, newest first. Absent with a real gateway.",
  method: "GET",
  path: "/sandbox/messages",
  who: "anyone",
  query: z.object({ mobile }),
  answer: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        mobile: z.string(),
        text: z.string(),
        code: z.nullable(z.string()),
        purpose: z.string(),
        created_at: instant(),
      }),
    ),
  }),
});
