// Posts with the product's own client and nothing else: no lease, no record, one signature for all.
import {
  newWebhookSecret,
  signedHeaders,
} from "../apps/server/src/tenants/webhooks/sign-webhook.ts";
import { inNetworks } from "../apps/server/src/kernel/network-list.ts";
import { postWebhook } from "../apps/server/src/tenants/webhooks/post-webhook.ts";
import { useWebhookNetworks } from "../apps/server/src/tenants/webhooks/reachable-addresses.ts";

/** The message to this process. It ends after it has sent all. */
export interface PlainPosts {
  readonly url: string;
  readonly sockets: number;
  readonly count: number;
  readonly body: string;
}

process.once("message", (posts: PlainPosts) => {
  void send(posts).then(() => process.exit());
});

async function send({ url, sockets, count, body }: PlainPosts): Promise<void> {
  useWebhookNetworks(inNetworks(["127.0.0.1"]));
  const headers = signedHeaders({ id: "bench", at: new Date(), body }, [newWebhookSecret()]);
  let left = count;
  await Promise.all(
    Array.from({ length: sockets }, async () => {
      while (left > 0) {
        left -= 1;
        const { error } = await postWebhook(url, headers, body);
        if (error) throw new Error(error);
      }
    }),
  );
}
