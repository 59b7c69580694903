import * as z from "zod/mini";
import { count, dataAnswer, defineCall, instant } from "./call.ts";
import { id, idParams } from "./fields.ts";

export const ownSession = z
  .object({
    id,
    /** "Chrome on Windows"; null if the browser did not send it. */
    device: z.nullable(z.string()),
    /** The network address without its last part: "203.0.113.x". */
    address: z.nullable(z.string()),
    signed_in_at: instant(),
    /** The last activity that the console reported, to the minute. */
    last_active_at: instant(),
    /** The session of this request. */
    is_current: z.boolean(),
  })
  .register(z.globalRegistry, { id: "OwnSession" });
export type OwnSession = z.output<typeof ownSession>;

export const listOwnSessions = defineCall({
  name: "listOwnSessions",
  summary: "Your open sessions: this one first, then by last activity, at most 100",
  tag: "Sign-in",
  method: "GET",
  path: "/auth/sessions",
  who: "person",
  changesWith: ["account"],
  answer: dataAnswer(z.array(ownSession)),
});

const endedAnswer = dataAnswer(z.object({ ended_count: count() }));

export const endOwnSession = defineCall({
  name: "endOwnSession",
  summary: "End one of your sessions now; no effect on a session that has ended",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/sessions/{id}/end",
  who: "person",
  params: idParams,
  answer: endedAnswer,
});

export const endOtherSessions = defineCall({
  name: "endOtherSessions",
  summary: "End all your sessions but this one now",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/sessions/end-others",
  who: "person",
  answer: endedAnswer,
});

export const reportActivity = defineCall({
  name: "reportActivity",
  summary: "Keep the session from its idle limit; only this call counts as activity",
  tag: "Sign-in",
  method: "POST",
  path: "/auth/activity",
  who: "person",
  answer: z.object({ success: z.literal(true) }),
});
