import type { WebhookEndpoint } from "@rokad/contract/webhook-endpoints";

/** What the page opens. */
export type WebhookAct =
  | { readonly kind: "create" }
  | {
      readonly kind: "deliveries" | "check" | "edit" | "roll" | "remove";
      readonly endpoint: WebhookEndpoint;
    };

/** What every dialog of a webhook endpoint takes. */
export interface WebhookDialogFrame {
  open: boolean;
  onClose: () => void;
  /** Runs after the closing animation. */
  onClosed: () => void;
}
