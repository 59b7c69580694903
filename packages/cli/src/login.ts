import { Rokad } from "@rokad/sdk";
import { type Command, requiredOption } from "./command.ts";
import { UsageError } from "./exit-codes.ts";
import { removeLogin, writeLogin } from "./login-file.ts";

export const login: Command = {
  name: "login",
  about: "Store the address and the key, which is typed or piped, after trying them",
  options: {
    url: { value: "address", about: "The installation, such as https://pay.example.in" },
    "plain-http": { about: "Send the key over plain HTTP, in a network that you trust" },
  },
  async run(call) {
    const { io, options, isJson } = call;
    const url = requiredOption(call, "url");
    // Not an option: other users of the machine can read those.
    const apiKey = (await io.readSecret("API key: ")).trim();
    const entered = { url, apiKey, allowsPlainHttp: options["plain-http"] === true };
    const { data: key } = await rokadOf(entered).getOwnApiKey();
    const path = await writeLogin(io, entered);
    if (isJson) io.print(JSON.stringify({ ...key, path }));
    else {
      io.print(`Signed in to ${key.business.name} with the ${key.mode} key ${key.name}`);
      io.print(`Scopes: ${key.scopes.join(", ")}`);
      io.print(`Stored in ${path}, readable by you only`);
    }
  },
};

export const logout: Command = {
  name: "logout",
  about: "Remove the stored address and key",
  async run({ io, isJson }) {
    const hadLogin = await removeLogin(io);
    if (isJson) io.print(JSON.stringify({ removed: hadLogin }));
    else io.print(hadLogin ? "Removed the key from this machine" : "No key was stored");
  },
};

function rokadOf(entered: ConstructorParameters<typeof Rokad>[0]): Rokad {
  try {
    return new Rokad(entered);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
