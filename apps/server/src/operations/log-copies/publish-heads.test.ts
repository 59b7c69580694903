// The guarantee: the heads of both chains reach the file, the webhook and the mailbox once a day,
// by one worker; a failure is tried again; and what was published can be read back.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openMailServer } from "../../../test/stand-ins/mail-server.ts";
import { openStandIn } from "../../../test/stand-ins/stand-in-server.ts";
import { checkpointAll } from "../../../test/tamper.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { adminCommand } from "../../admin-commands.ts";
import { database } from "../../database/db.ts";
import { parseHeads, readHeads } from "./chain-heads.ts";
import { useLogCopies } from "./configured-copies.ts";
import { publishHeads } from "./publish-heads.ts";

const secret = `whsec_${Buffer.from("a secret of thirty-two bytes !!!").toString("base64")}`;

let world: World;
let folder: string;
beforeAll(async () => {
  world = await openWorld();
  await world.operator({ wallet: "₹1,000" });
  await checkpointAll();
  folder = await mkdtemp(join(tmpdir(), "rokad-heads-"));
});
beforeEach(() => database().deleteFrom("log_copies").execute());
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const hoursLater = <T>(hours: number, run: () => Promise<T>) =>
  world.at(new Date(Date.now() + hours * 3_600_000).toISOString(), run);

async function verifyHeadsIn(file: string) {
  const lines: string[] = [];
  await adminCommand(["verify-heads", "--file", file], (line) => lines.push(line));
  return lines;
}

test("appends both heads to the file once a day, also with 5 workers [20.16]", async () => {
  const file = join(folder, "heads.txt");
  // As a crash leaves it: the last line has no end.
  await writeFile(file, "rokad-head audit-log 3 2026-11-22T00:00");
  useLogCopies({ headsFile: file });
  await Promise.all([1, 2, 3, 4, 5].map(() => publishHeads()));
  const heads = await readHeads(database());
  expect(heads.map(({ seq }) => seq > 0n)).toEqual([true, true]);
  expect(parseHeads(await readFile(file, "utf8"))).toMatchObject(heads);
  await publishHeads();
  expect(parseHeads(await readFile(file, "utf8"))).toHaveLength(2);
  await hoursLater(24, () => publishHeads());
  expect(parseHeads(await readFile(file, "utf8"))).toHaveLength(4);
  expect(await verifyHeadsIn(file)).toEqual([
    'All 4 published heads match. "verify" checks the rows before them.',
  ]);
});

test("an e-mail that was refused is sent again, and its quoted text can be verified [20.16]", async () => {
  const mail = await openMailServer();
  useLogCopies({
    headsMail: { smtpUrl: mail.url, from: "rokad@example.in", to: "auditor@example.in" },
  });
  mail.refuseNext();
  await publishHeads();
  expect(mail.mails).toEqual([]);
  await hoursLater(0.01, () => publishHeads());
  expect(mail.mails).toMatchObject([{ from: "rokad@example.in", to: ["auditor@example.in"] }]);
  const raw = mail.mails[0]?.raw ?? "";
  expect(parseHeads(raw)).toMatchObject(await readHeads(database()));
  const file = join(folder, "pasted.txt");
  await writeFile(
    file,
    `Hi,\r\n${raw.replaceAll(/^/gm, "> > ").replaceAll("audit-log ", "audit-log\r\n> > ")}`,
  );
  expect((await verifyHeadsIn(file))[0]).toContain("All 2 published heads match");
  await mail.close();
});

test("the webhook gets the heads with an id of the day [20.16]", async () => {
  const receiver = await openStandIn(() => ({ status: 200, json: {} }));
  useLogCopies({ headsWebhook: { url: receiver.url, secret } });
  await publishHeads();
  const [request] = receiver.requests;
  expect(parseHeads(request?.body ?? "")).toMatchObject(await readHeads(database()));
  expect(request?.headers["webhook-id"]).toMatch(/^heads-\d{4}-\d\d-\d\d$/);
  expect(request?.headers["webhook-signature"]).toMatch(/^v1,.{44}$/);
  await receiver.close();
});

test("a file that can't be written is a problem that names its cause, not a lost day [20.16]", async () => {
  useLogCopies({ headsFile: join(folder, "missing", "heads.txt") });
  await publishHeads();
  expect(
    await database().selectFrom("log_copies").select(["problem", "sent_on"]).execute(),
  ).toEqual([{ problem: "HEADS_FILE can't be written (ENOENT)", sent_on: null }]);
});

test("verify-heads refuses a file without heads in a sentence [20.16]", async () => {
  const file = join(folder, "empty.txt");
  await writeFile(file, "nothing");
  await expect(verifyHeadsIn(file)).rejects.toThrow("has no published head");
  await expect(verifyHeadsIn(join(folder, "none.txt"))).rejects.toThrow("--file: ENOENT");
});
