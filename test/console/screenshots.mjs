/** `npm run screenshots`: the pictures of the README, from a running server (ASSAY_URL) with the tools that ship, read with ASSAY_API_KEY. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const base = process.env.ASSAY_URL ?? 'http://127.0.0.1:3000';
const key = process.env.ASSAY_API_KEY;
const extraHTTPHeaders = key === undefined ? {} : { authorization: `Bearer ${key}` };
const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));
mkdirSync(folder, { recursive: true });

/** Name, address, theme, and what is there once the page is complete. */
const pages = [
  ['marketplace', '/?q=read%20a%20file,%20read-only&minTrust=0', 'light', '.tool-card'],
  ['tool', '/tools/assay/files.read', 'light', 'table'],
  ['trust', '/tools/assay/files.read?tab=trust', 'dark', '.recharts-surface'],
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
for (const [name, path, colorScheme, complete] of pages) {
  const page = await browser.newPage({ colorScheme, extraHTTPHeaders, viewport: { width: 1100, height: 680 } });
  await page.goto(base + path);
  await page.locator(complete).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${folder}${name}.png` });
  process.stdout.write(`docs/images/${name}.png\n`);
}
await browser.close();
