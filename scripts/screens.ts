// `npm run screens`: starts the product with demo data, signs in as operator and as super admin, and
// writes a screenshot of every screen and an index to docs/screens/.
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
import { findTenant, prepareSamples, signIn } from "./screen-samples.ts";

const folder = join(ROOT, "docs/screens");
const operator = "9000000002";
const superAdmin = "9000000001";

const variants = [
  { name: "light", colorScheme: "light", width: 1440, height: 900 },
  { name: "dark", colorScheme: "dark", width: 1440, height: 900 },
  { name: "phone", colorScheme: "light", width: 390, height: 844 },
  { name: "phone-dark", colorScheme: "dark", width: 390, height: 844 },
] as const;

type Path = (typeof paths)[keyof typeof paths];
type Excluded = "/" | "/terms" | "/privacy" | "/super-admin";

/** The type requires a title for every screen. */
const titles: Record<Exclude<Path, Excluded>, string> = {
  [paths.signIn]: "Sign-in",
  [paths.dashboard]: "Dashboard",
  [paths.wallet]: "Wallet",
  [paths.walletHistory]: "Wallet History",
  [paths.deposits]: "Deposit History",
  [paths.payouts]: "Payouts",
  [paths.payoutHistory]: "Payout History",
  [paths.payout]: "A payout",
  [paths.bulkPayouts]: "Bulk Payouts",
  [paths.bulkPayout]: "A batch",
  [paths.schedules]: "Schedules",
  [paths.schedule]: "A schedule",
  [paths.upcoming]: "Upcoming Payouts",
  [paths.requests]: "Payment Requests",
  [paths.request]: "A payment request",
  [paths.beneficiaries]: "Beneficiaries",
  [paths.beneficiary]: "A beneficiary",
  [paths.reports]: "Reports",
  [paths.exports]: "Prepared Exports",
  [paths.bankAccounts]: "Bank Accounts",
  [paths.approvalPolicy]: "Approval Policy",
  [paths.sessions]: "Sessions",
  [paths.businesses]: "Businesses",
  [paths.notifications]: "Notifications",
  [paths.team]: "Team",
  [paths.developers]: "Developers",
};

const superAdminTitles: Record<(typeof superAdminPaths)[keyof typeof superAdminPaths], string> = {
  [superAdminPaths.operations]: "Operations",
  [superAdminPaths.tenants]: "Tenant Management",
  [superAdminPaths.tenant]: "A tenant",
  [superAdminPaths.deposits]: "Deposit Approval",
  [superAdminPaths.statementImport]: "Statement import",
  [superAdminPaths.suspense]: "Suspense",
  [superAdminPaths.adjustments]: "Adjustments",
  [superAdminPaths.bankAccounts]: "Bank Accounts review",
  [superAdminPaths.settings]: "System Settings",
  [superAdminPaths.analytics]: "Analytics",
  [superAdminPaths.security]: "Security Logs",
  [superAdminPaths.books]: "Books",
  [superAdminPaths.database]: "Database",
  [superAdminPaths.activity]: "Activity Monitor",
  [superAdminPaths.paymentGateway]: "Payment Gateway",
  [superAdminPaths.float]: "Float",
  [superAdminPaths.reconciliation]: "Reconciliation",
  [superAdminPaths.reports]: "Platform reports",
  [superAdminPaths.team]: "Super admins",
};
const allTitles: Record<string, string> = { ...titles, ...superAdminTitles };

if (isWebStale() && !(await buildWeb({ show: true })).ok) process.exit(1);
const dataDir = await temporaryDataDirectory("screens");
const { server, origin } = await startServer(dataDir);
try {
  await captureAll(origin);
} finally {
  const exited = once(server, "exit");
  server.kill("SIGTERM");
  await exited;
  await removeDataDirectory(dataDir);
}

async function captureAll(base: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const token = await signIn(base, operator);
  const ids = await prepareSamples(base, token);
  for (const variant of variants)
    await captureVariant(browser, base, variant, { token, ids, screens: Object.keys(titles) });
  const adminToken = await signIn(base, superAdmin);
  const adminIds = { [superAdminPaths.tenant]: await findTenant(base, adminToken, operator) };
  const adminScreens = Object.keys(superAdminTitles);
  for (const variant of variants)
    await captureVariant(browser, base, variant, {
      token: adminToken,
      ids: adminIds,
      screens: adminScreens,
    });
  await browser.close();
  writeFileSync(join(folder, "README.md"), describeScreens());
}

interface Session {
  readonly token: string;
  /** Of what a page with an id in its path shows. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly screens: readonly string[];
}

async function captureVariant(
  browser: Browser,
  base: string,
  { name, colorScheme, width, height }: (typeof variants)[number],
  { token, ids = {}, screens }: Session,
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
  if (screens.includes(paths.signIn)) await capture(page, paths.signIn, name, paths.signIn);
  await page.goto("/icon.svg");
  await page.evaluate((value) => localStorage.setItem("auth_token", value), token);
  for (const path of screens) {
    const address = path.replace("$id", ids[path] ?? "");
    if (path !== paths.signIn) await capture(page, path, name, address);
  }
  await context.close();
}

async function capture(page: Page, path: string, variant: string, address: string): Promise<void> {
  await page.goto(address);
  await settle(page);
  // Beside the form where there is room; it loads after it.
  if (path === paths.signIn && !variant.startsWith("phone"))
    await page.locator(".ledger-art").waitFor();
  if (path === paths.exports) await page.locator("[data-status=ready]").waitFor();
  await page.screenshot({
    path: join(folder, fileOf(path, variant)),
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

function fileOf(path: string, variant: string): string {
  const name = (allTitles[path] ?? path).toLowerCase().replaceAll(" ", "-");
  return `${name}-${variant}.jpg`;
}

function describeScreens(): string {
  const parts = Object.entries(allTitles).map(([path, title]) => {
    const pictures = variants.map(({ name, width }) => {
      const show = width > 1000 ? 49 : 24;
      return `<img src="${fileOf(path, name)}" alt="${title}, ${name.replace("-", ", ")}" width="${show}%">`;
    });
    return `## ${title}\n\n\`${path}\`\n\n${pictures.join("\n")}\n`;
  });
  return `# Screens\n\n\`npm run screens\` takes these screenshots of the running product with demo data: light and dark, on desktop and phone.\n\n${parts.join("\n")}`;
}

async function startServer(data: string): Promise<{ server: ChildProcess; origin: string }> {
  const started = fork(join(ROOT, "apps/server/src/main.ts"), {
    env: { ...process.env, DATA_DIR: data, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const address = await new Promise<string>((resolve, reject) => {
    let output = "";
    started.once("exit", () => reject(new Error(`The server did not start:\n${output}`)));
    started.stdout?.on("data", (text) => {
      output += String(text);
      const port = /Rokad is at http:\/\/\S+:(\d+)/.exec(output)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
  });
  return { server: started, origin: address };
}
