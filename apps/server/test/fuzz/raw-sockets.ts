import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Bytes that no HTTP client sends, and the responses that the server may give. */
export interface RawCase {
  readonly name: string;
  /** Written in order, with a short pause between them. */
  readonly parts: readonly string[];
  /** The number of complete responses, if it is known. */
  readonly answers?: number;
  /** The server may wait for more bytes, so no response is required. */
  readonly mayWait?: boolean;
}

const host = "host: 127.0.0.1\r\n";
const json = "content-type: application/json\r\n";
const otp = '{"mobile":"9149150009"}';
const post = `POST /api/v1/auth/send-otp HTTP/1.1\r\n${host}${json}`;

export const rawCases: readonly RawCase[] = [
  { name: "nothing", parts: [""], mayWait: true },
  { name: "no HTTP at all", parts: ["\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n"], answers: 1 },
  { name: "half a head", parts: ["GET /healthz HTTP/1.1\r\nho"], mayWait: true },
  {
    name: "length longer than the body",
    parts: [`${post}content-length: 900\r\n\r\n${otp}`],
    mayWait: true,
  },
  {
    name: "length shorter than the body",
    parts: [`${post}content-length: 5\r\n\r\n${otp}`],
    answers: 2,
  },
  { name: "no length", parts: [`${post}\r\n${otp}`], answers: 2 },
  {
    name: "two lengths",
    parts: [`${post}content-length: 5\r\ncontent-length: 23\r\n\r\n${otp}`],
    answers: 1,
  },
  {
    name: "length and chunks",
    parts: [`${post}content-length: 23\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    answers: 1,
  },
  { name: "length of no number", parts: [`${post}content-length: 1e3\r\n\r\n${otp}`], answers: 1 },
  { name: "negative length", parts: [`${post}content-length: -1\r\n\r\n${otp}`], answers: 1 },
  { name: "enormous length", parts: [`${post}content-length: 99999999999\r\n\r\n`], answers: 1 },
  {
    name: "chunks",
    parts: [`${post}transfer-encoding: chunked\r\n\r\n`, "17\r\n", otp, "\r\n0\r\n\r\n"],
    answers: 1,
  },
  {
    name: "a chunk of no size",
    parts: [`${post}transfer-encoding: chunked\r\n\r\nzz\r\n${otp}\r\n`],
    answers: 1,
  },
  {
    name: "a chunk too large",
    parts: [`${post}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n`],
    mayWait: true,
  },
  {
    name: "a chunk's long extension",
    parts: [`${post}transfer-encoding: chunked\r\n\r\n1;${"a".repeat(20_000)}\r\n`],
    answers: 1,
  },
  {
    name: "an unknown transfer encoding",
    parts: [`${post}transfer-encoding: gzip\r\n\r\n${otp}`],
    answers: 1,
  },
  { name: "pipelined", parts: [`GET /healthz HTTP/1.1\r\n${host}\r\n`.repeat(20)], answers: 20 },
  {
    name: "pipelined with a bad one",
    parts: [`GET /healthz HTTP/1.1\r\n${host}\r\nGARBAGE\r\n\r\n`],
    answers: 2,
  },
  {
    name: "a line break in a header",
    parts: [`GET /healthz HTTP/1.1\r\n${host}x: a\nb: c\u0000d\r\n\r\n`],
    answers: 1,
  },
  { name: "a folded header", parts: [`GET /healthz HTTP/1.1\r\n${host}x: a\r\n b\r\n\r\n`] },
  {
    name: "a space before the colon",
    parts: [`GET /healthz HTTP/1.1\r\n${host}content-length : 5\r\n\r\n`],
    answers: 1,
  },
  { name: "no host", parts: ["GET /healthz HTTP/1.1\r\n\r\n"], answers: 1 },
  { name: "two hosts", parts: [`GET /healthz HTTP/1.1\r\n${host}${host}\r\n`] },
  { name: "HTTP/1.0", parts: ["GET /healthz HTTP/1.0\r\n\r\n"], answers: 1 },
  { name: "HTTP/9.9", parts: [`GET /healthz HTTP/9.9\r\n${host}\r\n`], answers: 1 },
  { name: "HTTP/2's own words", parts: ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"], answers: 1 },
  {
    name: "a head too large",
    parts: [`GET /healthz HTTP/1.1\r\n${host}x: ${"a".repeat(40_000)}\r\n\r\n`],
    answers: 1,
  },
  {
    name: "an address too long",
    parts: [`GET /${"a".repeat(40_000)} HTTP/1.1\r\n${host}\r\n`],
    answers: 1,
  },
  { name: "an address with a space", parts: [`GET /a b HTTP/1.1\r\n${host}\r\n`], answers: 1 },
  { name: "an address in raw bytes", parts: [`GET /\u00ff\u00fe\u0001 HTTP/1.1\r\n${host}\r\n`] },
  { name: "an unknown method", parts: [`FUZZ /healthz HTTP/1.1\r\n${host}\r\n`], answers: 1 },
  { name: "CONNECT", parts: [`CONNECT 127.0.0.1:22 HTTP/1.1\r\n${host}\r\n`] },
  { name: "OPTIONS *", parts: [`OPTIONS * HTTP/1.1\r\n${host}\r\n`], answers: 1 },
  {
    name: "an absolute address",
    parts: [`GET http://evil.example/healthz HTTP/1.1\r\n${host}\r\n`],
    answers: 1,
  },
  {
    name: "Expect",
    parts: [`${post}expect: 200-ok\r\ncontent-length: 23\r\n\r\n${otp}`],
    answers: 1,
  },
  { name: "Expect 100", parts: [`${post}expect: 100-continue\r\ncontent-length: 23\r\n\r\n`, otp] },
  {
    name: "Upgrade",
    parts: [
      `GET /healthz HTTP/1.1\r\n${host}connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: eA==\r\nsec-websocket-version: 13\r\n\r\n`,
    ],
    answers: 1,
  },
  { name: "a body byte by byte", parts: [`${post}content-length: 23\r\n\r\n`, ...otp], answers: 1 },
  {
    name: "a trailer",
    parts: [
      `${post}transfer-encoding: chunked\r\ntrailer: authorization\r\n\r\n17\r\n${otp}\r\n0\r\nauthorization: Bearer x\r\n\r\n`,
    ],
  },
];

export interface RawResponse {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

const waitMs = 8_000;
const shortWaitMs = 300;

/** Sends one case and collects responses until the server closes, all have arrived, or time is up. */
export async function sendRaw(
  port: number,
  { parts, answers, mayWait }: RawCase,
): Promise<{ responses: RawResponse[]; isClosed: boolean; ms: number }> {
  const started = performance.now();
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let received = "";
  let isClosed = false;
  const finished = new Promise<void>((resolve) => {
    const resolveIfFinished = () => {
      if (isClosed || (answers !== undefined && responsesIn(received).length >= answers)) resolve();
    };
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      received += text;
      resolveIfFinished();
    });
    // A reset also closes; what arrived before it still counts.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      isClosed = true;
      resolveIfFinished();
    });
  });
  for (const part of parts) {
    if (!socket.destroyed) socket.write(part, "latin1");
    if (parts.length > 1) await pause(2);
  }
  const timeoutMs = mayWait || answers === undefined ? shortWaitMs : waitMs;
  await Promise.race([finished, pause(timeoutMs, undefined, { ref: false })]);
  socket.destroy();
  return { responses: responsesIn(received), isClosed, ms: performance.now() - started };
}

/** The complete responses in the received text. */
function responsesIn(received: string): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = received;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    const status = /^HTTP\/1\.1 (\d{3})/.exec(rest)?.[1];
    if (end < 0 || !status) return responses;
    const head = rest.slice(0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (rest.length < end + 4 + length) return responses;
    if (status !== "100")
      responses.push({ status: Number(status), head, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
}
