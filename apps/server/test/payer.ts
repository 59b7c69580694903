import type { FastifyInstance, InjectOptions } from "fastify";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The parsed JSON, read freely: the world's answer check sees to its shape. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** A tenant who calls plain HTTP, so that a test can also send invalid requests. */
export class Payer {
  readonly app: FastifyInstance;
  readonly mobile: string;
  readonly token: string;
  /** As a browser does: the sign-in's cookie goes back with the next call. */
  #cookie: string | undefined;

  constructor(app: FastifyInstance, mobile: string, token: string) {
    this.app = app;
    this.mobile = mobile;
    this.token = token;
  }

  get(path: string, query: Record<string, string> = {}): Promise<Answer> {
    return this.send({ method: "GET", url: path, query });
  }

  post(
    path: string,
    body: unknown,
    { key, proof }: { key?: string; proof?: string } = {},
  ): Promise<Answer> {
    const headers = {
      ...(key !== undefined && { "idempotency-key": key }),
      ...(proof !== undefined && { dpop: proof }),
    };
    return this.send({ method: "POST", url: path, payload: body as object, headers });
  }

  /** Sends what is given as it is, under /api/v1, with the payer's token. */
  async send(request: InjectOptions & { url: string }): Promise<Answer> {
    const response = await this.app.inject({
      ...request,
      url: `/api/v1${request.url}`,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(this.#cookie && { cookie: this.#cookie }),
        ...request.headers,
      },
    });
    const [set] = response.cookies;
    if (set) this.#cookie = `${set.name}=${set.value}`;
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: isJson ? response.json() : undefined,
    };
  }

  /** The newest code that the sandbox gateway took for this number. */
  async newestCode(): Promise<string> {
    const { body } = await this.get("/sandbox/messages", { mobile: this.mobile });
    return body.data.find(({ code }: { code: string | null }) => code !== null).code;
  }

  /** What the wallet can spend, in paise. */
  async balance(): Promise<number> {
    const { body } = await this.get("/wallet/balance");
    return body.data.main_balance.amount;
  }

  /** Asks for a payout's code, reads it and trades it for an authorisation token. */
  async authorise(payout: object): Promise<string> {
    const sent = await this.post("/payouts/otp/send", { mobile: this.mobile, payout });
    if (sent.status !== 200) throw new Error(`No code: ${sent.text}`);
    const otp = await this.newestCode();
    const { body } = await this.post("/payouts/otp/verify", { mobile: this.mobile, otp });
    return body.data.authorization_token;
  }

  /** Authorises and initiates a payout. */
  async pay(payout: object, options: { key?: string } = {}): Promise<Answer> {
    const token = await this.authorise(payout);
    return this.post("/payouts/initiate", { ...payout, authorization_token: token }, options);
  }

  /** The payout as its page shows it. */
  async shown(id: string) {
    const { body } = await this.get(`/payouts/${id}`);
    return {
      ...body.data,
      events: body.data.timeline.map((line: { event: string }) => line.event),
    };
  }
}
