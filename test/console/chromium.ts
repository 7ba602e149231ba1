import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Debian's Chromium, where it is installed. */
export const chromiumPath: string | undefined = places.find((path) => existsSync(path));

/** Nothing of it reaches the network by itself; a superuser's browser has no sandbox of its own. */
const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

export interface TestBrowser {
  /** A fresh profile: no cookies, no storage. */
  open(options?: BrowserContextOptions): Promise<BrowserContext>;
}

let launched: Promise<TestBrowser> | undefined;

/** One browser for all test files of a worker; it ends with the worker. */
export function sharedBrowser(): Promise<TestBrowser> {
  launched ??= launch();
  return launched;
}

async function launch(): Promise<TestBrowser> {
  const downloads = mkdtempSync(join(tmpdir(), 'assay-chromium-'));
  process.once('exit', () => rmSync(downloads, { recursive: true, force: true }));
  const browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: flags, downloadsPath: downloads });
  return { open: (options) => browser.newContext({ reducedMotion: 'reduce', ...options }) };
}
