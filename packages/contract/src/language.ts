import * as z from "zod/mini";
import { defineCall, messageAnswer } from "./call.ts";

/** The languages of the console and of e-mails. */
export const languages = ["en", "hi"] as const;
export type Language = (typeof languages)[number];

export const changeLanguage = defineCall({
  name: "changeLanguage",
  summary: "Choose the language of your e-mails, and of the console on a new device",
  tag: "Sign-in",
  method: "PUT",
  path: "/account/language",
  who: "person",
  body: z.object({
    language: z.enum(languages, { error: "Choose en for English or hi for Hindi" }),
  }),
  answer: messageAnswer,
});
