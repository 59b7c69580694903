import * as z from "zod/mini";
import { dataAnswer, defineCall, messageAnswer } from "./call.ts";
import { day, id, idParams } from "./fields.ts";
import { text } from "./form-fields.ts";
import { limits } from "./limits.ts";
import { searchText } from "./search-fields.ts";
import { searchOrders } from "./search-orders.ts";

/** The histories that have views. */
export const viewedHistories = ["payouts", "wallet", "deposits"] as const;
export type ViewedHistory = (typeof viewedHistories)[number];

const word = z.optional(z.string().check(z.regex(/^[a-z_]{1,20}$/, "This is not a filter")));

/** What the address of a history holds, without its page. Unknown names are left out. */
export const viewQuery = z.object({
  status: word,
  type: word,
  utr: z.optional(searchText),
  from: z.optional(day),
  to: z.optional(day),
  search: z.optional(searchText),
  sort: z.optional(z.enum(searchOrders)),
});
export type ViewQuery = z.output<typeof viewQuery>;

const name = text({
  required: "Name the view",
  max: [limits.viewNameCharsMax, `The name must not exceed ${limits.viewNameCharsMax} characters`],
});

export const savedView = z
  .object({
    id,
    history: z.enum(viewedHistories),
    name: z.string(),
    query: viewQuery,
    /** The one that opens with the history; at most one of each. */
    is_default: z.boolean(),
  })
  .register(z.globalRegistry, { id: "SavedView" });
export type SavedView = z.output<typeof savedView>;

const forReaders = { tag: "Saved views", who: "tenant", needs: "view" } as const;
const sample = {
  id: "01994c90-51aa-7c3e-8f02-9d4b7a6e1c21",
  history: "payouts",
  name: "Failed this month",
  query: { status: "failed", from: "2026-11-01", to: "2026-11-30" },
  is_default: false,
} as const;

export const listSavedViews = defineCall({
  ...forReaders,
  name: "listSavedViews",
  summary: "The caller's own views of one history, by name",
  method: "GET",
  path: "/saved-views",
  query: z.object({ history: z.enum(viewedHistories, { error: "Choose one of the histories" }) }),
  answer: z.object({ success: z.literal(true), data: z.array(savedView) }),
  example: { answer: { success: true, data: [sample] } },
});

export const createSavedView = defineCall({
  ...forReaders,
  name: "createSavedView",
  summary: "Save filters, search and order of a history under a name of its own",
  method: "POST",
  path: "/saved-views",
  body: z.object({
    history: z.enum(viewedHistories, { error: "Choose one of the histories" }),
    name,
    query: viewQuery,
  }),
  answer: dataAnswer(savedView),
  status: 201,
  errors: ["VIEW_NAME_TAKEN", "TOO_MANY_VIEWS"],
  example: {
    request: { history: sample.history, name: sample.name, query: sample.query },
    answer: { success: true, data: sample },
  },
});

export const changeSavedView = defineCall({
  ...forReaders,
  name: "changeSavedView",
  summary: "Rename a view, replace what it shows, or let it open with its history",
  method: "PATCH",
  path: "/saved-views/{id}",
  params: idParams,
  body: z.object({
    name: z.optional(name),
    query: z.optional(viewQuery),
    is_default: z.optional(z.boolean()),
  }),
  answer: dataAnswer(savedView),
  errors: ["VIEW_NAME_TAKEN"],
  example: {
    request: { is_default: true },
    answer: { success: true, data: { ...sample, is_default: true } },
  },
});

export const deleteSavedView = defineCall({
  ...forReaders,
  name: "deleteSavedView",
  summary: "Delete a view; the rows that it showed stay",
  method: "DELETE",
  path: "/saved-views/{id}",
  params: idParams,
  answer: messageAnswer,
  example: { answer: { success: true, message: "View deleted" } },
});
