import type { FastifyInstance } from "fastify";

/** A browser that is not signed in: it keeps its cookie and has an address. */
export type Browser = ReturnType<typeof openBrowser>;

/** @param address the address that the server sees. */
export function openBrowser(app: FastifyInstance, address = "127.0.0.1") {
  let cookie: string | undefined;

  async function post(path: string, body: object, from = address) {
    const response = await app.inject({
      method: "POST",
      url: `/api/v1${path}`,
      remoteAddress: from,
      headers: { ...(cookie && { cookie }) },
      payload: body,
    });
    const set = response.cookies[0];
    if (set) cookie = `${set.name}=${set.value}`;
    const answer = response.json();
    return {
      status: response.statusCode,
      headers: response.headers,
      body: answer,
      /** The error's code; undefined for a success. */
      error: answer.error?.code as string | undefined,
    };
  }

  return {
    post,
    requestCode: (mobile: string, from?: string) => post("/auth/send-otp", { mobile }, from),
    enterCode: (mobile: string, otp: string, from?: string) =>
      post("/auth/verify-otp", { mobile, otp }, from),
    delivery: (mobile: string) => post("/auth/otp-status", { mobile }),
    /** What the browser sends as `Cookie`. */
    cookie: () => cookie,
  };
}

/** A code that is certainly wrong. */
export const wrongCodeFor = (code: string) => (code === "000000" ? "000001" : "000000");
