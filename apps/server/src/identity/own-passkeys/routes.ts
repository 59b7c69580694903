import * as calls from "@rokad/contract/passkeys";
import type { FastifyInstance } from "fastify";
import { serve } from "../../http/serve.ts";
import { addPasskey } from "./add-passkey.ts";
import { beginPasskey, describePasskey } from "./begin-passkey.ts";
import { confirmWithPasskey } from "./confirm-with-passkey.ts";
import { countHosts } from "./count-hosts.ts";
import { listPasskeys } from "./list-passkeys.ts";
import { removePasskey } from "./remove-passkey.ts";
import { renamePasskey } from "./rename-passkey.ts";

export function passkeyRoutes(app: FastifyInstance): void {
  serve(app, calls.listPasskeys, async ({ person }) => ({ data: await listPasskeys(person) }));

  serve(
    app,
    calls.beginPasskey,
    async ({ person }) => ({ data: await beginPasskey(person) }),
    ({ person }) => describePasskey(person),
  );

  serve(app, calls.addPasskey, async ({ person, body }) => ({
    data: await addPasskey(person, body),
  }));

  serve(app, calls.renamePasskey, async ({ person, params, body }) => ({
    data: await renamePasskey(person, params.id, body.name),
  }));

  serve(app, calls.removePasskey, async ({ person, params }) => {
    await removePasskey(person, params.id);
    return { message: "Passkey removed. Codes still work." };
  });

  serve(app, calls.confirmWithPasskey, async ({ person, body, origin }) => ({
    data: { proof: await confirmWithPasskey(person, body.id, body.credential, origin) },
  }));

  serve(app, calls.getPasskeyHosts, async () => ({ data: await countHosts() }));
}
