import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Visit {
  readonly page: Page;
  /** What the browser complained about: errors of scripts, and whatever the page's policy refused. */
  readonly complaints: readonly string[];
}

export interface VisitOptions {
  /** The page keeps a stream of events open, so its network never rests: what is awaited is on the page. */
  readonly isLive?: boolean;
}

/** A page that notes every complaint of the browser. A refused request is an answer, not a complaint. */
export async function visit(
  context: BrowserContext,
  url: string,
  { isLive = false }: VisitOptions = {},
): Promise<Visit> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text());
  });
  await page.goto(url);
  if (!isLive) await page.waitForLoadState('networkidle');
  return { page, complaints };
}

/** What axe finds that is serious or critical, one line each. The script runs beside the page's policy. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(`${axeScript};undefined`);
  const results = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResults;
  return results.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
