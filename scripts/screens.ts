// `npm run screens`: starts the product on a scratch database with the demo's history, signs in as
// its operator and then its super admin, and takes every screen into docs/screens/, which also tells
// what each shows.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { removeDataDirectory, temporaryDataDirectory } from "../apps/server/test/data-directory.ts";
import { paths, superAdminPaths } from "../apps/web/src/paths.ts";
import { buildWeb, isWebStale } from "./build-web.ts";
import { ensureBrowser } from "./find-browser.ts";
import { ROOT } from "./run-command.ts";

const folder = join(ROOT, "docs/screens");
const operator = "9000000002";
const superAdmin = "9000000001";

const looks = [
  { name: "light", colorScheme: "light", width: 1440, height: 900 },
  { name: "dark", colorScheme: "dark", width: 1440, height: 900 },
  { name: "phone", colorScheme: "light", width: 390, height: 844 },
  { name: "phone-dark", colorScheme: "dark", width: 390, height: 844 },
] as const;

type Path = (typeof paths)[keyof typeof paths];
type Unpictured = "/" | "/terms" | "/privacy" | "/super-admin";

/** A screen without a title fails the check of types, so that none is forgotten. */
const titles: Record<Exclude<Path, Unpictured>, string> = {
  [paths.signIn]: "Sign-in",
  [paths.dashboard]: "Dashboard",
  [paths.wallet]: "Wallet",
  [paths.walletHistory]: "Wallet History",
  [paths.deposits]: "Deposit History",
  [paths.payouts]: "Payouts",
  [paths.payoutHistory]: "Payout History",
  [paths.payout]: "A payout",
  [paths.reports]: "Reports",
  [paths.exports]: "Prepared Exports",
  [paths.bankAccounts]: "Bank Accounts",
};

const superAdminTitles: Record<(typeof superAdminPaths)[keyof typeof superAdminPaths], string> = {
  [superAdminPaths.tenants]: "Tenant Management",
  [superAdminPaths.deposits]: "Deposit Approval",
  [superAdminPaths.statementImport]: "Statement import",
  [superAdminPaths.suspense]: "Suspense",
  [superAdminPaths.bankAccounts]: "Bank Accounts review",
  [superAdminPaths.settings]: "System Settings",
  [superAdminPaths.analytics]: "Analytics",
  [superAdminPaths.security]: "Security Logs",
  [superAdminPaths.database]: "Database",
  [superAdminPaths.activity]: "Activity Monitor",
  [superAdminPaths.paymentGateway]: "Payment Gateway",
  [superAdminPaths.reconciliation]: "Reconciliation",
  [superAdminPaths.reports]: "Platform reports",
};
const allTitles: Record<string, string> = { ...titles, ...superAdminTitles };

if (isWebStale() && !(await buildWeb({ show: true })).ok) process.exit(1);
const dataDir = await temporaryDataDirectory("screens");
const { server, origin } = await startServer(dataDir);
try {
  await takeAll(origin);
} finally {
  const gone = once(server, "exit");
  server.kill("SIGTERM");
  await gone;
  await removeDataDirectory(dataDir);
}

async function takeAll(base: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const tokens = await signIn(base, operator);
  await prepareExport(base, tokens);
  for (const look of looks) await takeLook(browser, base, look, tokens, Object.keys(titles));
  const adminTokens = await signIn(base, superAdmin);
  const adminPaths = Object.keys(superAdminTitles);
  for (const look of looks) await takeLook(browser, base, look, adminTokens, adminPaths);
  await browser.close();
  writeFileSync(join(folder, "README.md"), describeScreens());
}

async function takeLook(
  browser: Browser,
  base: string,
  { name, colorScheme, width, height }: (typeof looks)[number],
  tokens: Tokens,
  screens: readonly string[],
): Promise<void> {
  const context = await browser.newContext({
    baseURL: base,
    colorScheme,
    viewport: { width, height },
    reducedMotion: "reduce",
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
  });
  const page = await context.newPage();
  if (screens.includes(paths.signIn)) await take(page, paths.signIn, name);
  await page.goto("/icon.svg");
  await page.evaluate((token) => localStorage.setItem("auth_token", token), tokens.access_token);
  for (const path of screens) if (path !== paths.signIn) await take(page, path, name);
  await context.close();
}

async function take(page: Page, path: string, look: string): Promise<void> {
  if (path === paths.payout) {
    await page.goto(`${paths.payoutHistory}?status=success`);
    await settle(page);
    await page.locator(`main a[href^="${paths.payouts}/0"]`).first().click();
    await page.getByRole("heading", { name: "Timeline" }).waitFor();
  } else {
    await page.goto(path);
  }
  await settle(page);
  if (path === paths.exports) await page.locator("[data-status=ready]").waitFor();
  await page.screenshot({
    path: join(folder, fileOf(path, look)),
    type: "jpeg",
    quality: 72,
    animations: "disabled",
  });
}

async function settle(page: Page): Promise<void> {
  await page.locator("main").getByRole("heading").first().waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await page.evaluate("document.fonts.ready.then(() => true)");
}

function fileOf(path: string, look: string): string {
  const name = (allTitles[path] ?? path).toLowerCase().replaceAll(" ", "-");
  return `${name}-${look}.jpg`;
}

function describeScreens(): string {
  const parts = Object.entries(allTitles).map(([path, title]) => {
    const pictures = looks.map(({ name, width }) => {
      const show = width > 1000 ? 49 : 24;
      return `<img src="${fileOf(path, name)}" alt="${title}, ${name.replace("-", ", ")}" width="${show}%">`;
    });
    return `## ${title}\n\n\`${path}\`\n\n${pictures.join("\n")}\n`;
  });
  return `# The screens\n\nTaken by \`npm run screens\` from the running product with the demo's history: light and dark, on a desk and on a phone.\n\n${parts.join("\n")}`;
}

interface Tokens {
  readonly access_token: string;
}

async function signIn(base: string, mobile: string): Promise<Tokens> {
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${base}/api/v1${path}`, {
      ...(body && {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: unknown }).data;
  };
  await call("/auth/send-otp", { mobile });
  const [message] = (await call(`/sandbox/messages?mobile=${mobile}`)) as { code: string }[];
  return (await call("/auth/verify-otp", { mobile, otp: message?.code })) as Tokens;
}

/** The demo's histories are short enough to be fetched at once, so none of them was prepared. */
async function prepareExport(base: string, { access_token: token }: Tokens): Promise<void> {
  const answer = await fetch(`${base}/api/v1/exports`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ kind: "payout_history", filter: { status: "success" } }),
  });
  if (!answer.ok) throw new Error(`No export: ${answer.status} ${await answer.text()}`);
}

async function startServer(data: string): Promise<{ server: ChildProcess; origin: string }> {
  const started = fork(join(ROOT, "apps/server/src/main.ts"), {
    env: { ...process.env, DATA_DIR: data, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let said = "";
    started.once("exit", () => reject(new Error(`The server did not start:\n${said}`)));
    started.stdout?.on("data", (text) => {
      said += String(text);
      const port = /Rokad is at http:\/\/\S+:(\d+)/.exec(said)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
  });
  return { server: started, origin: address };
}
