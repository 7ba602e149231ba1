import type { Entry } from '@assay/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { chromiumPath, sharedBrowser } from './chromium.js';
import { sharedConsoleHouse } from './console-house.js';
import { barriers, visit } from './visit.js';

const here = chromiumPath === undefined ? describe.skip : describe;
const named = (what: string) =>
  chromiumPath === undefined ? `${what}, without Chromium, which is not installed` : what;

const total = 100_000;
const pageLength = 2_000;

/** Answers the list of tools with copies of a real tool, page by page. */
async function withManyTools(page: Page): Promise<void> {
  await page.route('**/v1/tools?*', async (route) => {
    const asked = new URL(route.request().url());
    const begin = Number(asked.searchParams.get('cursor') ?? 0);
    // A cursor of the copies means nothing to the server.
    asked.searchParams.delete('cursor');
    const answer = await route.fetch({ url: asked.href });
    const body = (await answer.json()) as { items: Entry[]; nextCursor: string | null; total?: number };
    const [entry] = body.items;
    if (entry === undefined) return route.fulfill({ response: answer });
    const items = Array.from({ length: pageLength }, (_, index) => ({
      ...entry,
      name: `demo/tool-${begin + index + 1}`,
      title: `Tool ${begin + index + 1}`,
    }));
    const next = begin + pageLength;
    return route.fulfill({ json: { ...body, items, total, nextCursor: next < total ? String(next) : null } });
  });
}

/** Scrolls, and waits until that is drawn. */
const scrollToEnd = `new Promise((resolve) => {
  scrollTo(0, document.documentElement.scrollHeight);
  requestAnimationFrame(() => requestAnimationFrame(resolve));
})`;

here(named('a list of 100,000 tools'), () => {
  let url: string;

  beforeAll(async () => {
    url = (await sharedConsoleHouse()).house.url;
  }, 120_000);

  it('is read page by page while a reader scrolls, and renders what is near the window', async () => {
    const context = await (await sharedBrowser()).open();
    const { page, complaints } = await visit(context, 'about:blank');
    await withManyTools(page);
    await page.goto(`${url}/`);
    const cards = page.getByRole('list', { name: 'Tools' }).getByRole('listitem');
    await cards.first().waitFor();
    expect(await page.getByRole('status').filter({ hasText: '100,000 tools' }).count()).toBe(1);
    let maxCards = 0;
    const more = page.getByRole('button', { name: 'Show more' });
    // The list grows while it is scrolled: a reader scrolls on.
    while ((await more.count()) > 0) {
      await page.evaluate(scrollToEnd);
      maxCards = Math.max(maxCards, await cards.count());
    }
    await page.evaluate(scrollToEnd);
    await page.getByText('Tool 100000', { exact: true }).waitFor();
    expect(Math.max(maxCards, await cards.count())).toBeLessThanOrEqual(90);
    expect(await barriers(page)).toEqual([]);
    await page.evaluate('scrollTo(0, 0)');
    await page.getByText('Tool 1', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }, 120_000);
});
