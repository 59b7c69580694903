import type { ApiKeyKind } from "@rokad/contract/notifications";
import type { KindEntry } from "./notification-kind.ts";

const apiKey = {
  group: "Security",
  email: true,
  page: "/dashboard/developers",
  text: ({ detail }: { readonly detail: string | null }) => detail ?? "",
} as const;

/** The kinds about API keys and webhooks, for tenants. */
export const apiKeyKinds: Readonly<Record<ApiKeyKind, KindEntry>> = {
  api_key_created: {
    ...apiKey,
    name: "API key created",
    isUrgent: true,
    title: "API key created",
    text: ({ detail }) => `${detail ?? ""}. If nobody of you did, revoke it in Developers`,
  },
  api_key_unused: { ...apiKey, name: "API key unused", title: "API key unused for 45 days" },
  api_key_disabled: { ...apiKey, name: "API key disabled", title: "API key disabled" },
  webhook_disabled: {
    ...apiKey,
    name: "Webhook endpoint disabled",
    isUrgent: true,
    title: "Webhook endpoint disabled",
  },
};
