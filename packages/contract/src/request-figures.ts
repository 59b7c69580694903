import * as z from "zod/mini";
import { count, dataAnswer, defineCall } from "./call.ts";

/* A module of its own: every page of the console has the badge, and few need the requests. */

export const requestFigures = z.object({
  /** Requests that the caller can approve now. */
  waiting_for_me: count(),
  /** The caller's own requests that are open. */
  mine_open: count(),
});

export const getRequestFigures = defineCall({
  name: "getRequestFigures",
  summary: "How many payment requests wait for the caller, for a badge",
  tag: "Payment requests",
  method: "GET",
  path: "/payment-requests/figures",
  scopes: ["payouts:read"],
  who: "tenant",
  needs: "view",
  changesWith: ["requests"],
  answer: dataAnswer(requestFigures),
});
