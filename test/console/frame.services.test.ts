import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { chromiumPath, sharedBrowser } from './chromium.js';
import { sharedConsoleHouse } from './console-house.js';
import { barriers, visit } from './visit.js';

const here = chromiumPath === undefined ? describe.skip : describe;
const named = (what: string) =>
  chromiumPath === undefined ? `${what}, without Chromium, which is not installed` : what;

here(named('every page of the console'), () => {
  let url: string;

  beforeAll(async () => {
    url = (await sharedConsoleHouse()).house.url;
  }, 120_000);

  const opened = async (options: Parameters<Awaited<ReturnType<typeof sharedBrowser>>['open']>[0]) =>
    (await sharedBrowser()).open(options);

  const pages = ['/', '/?q=find%20nodes%20under%20900%20ms', '/?kind=servers', '/sign-in', '/welcome/none', '/no/such'];
  const themes = ['light', 'dark'] as const;
  const sizes = [
    ['a screen', { width: 1280, height: 800 }],
    ['a phone', { width: 390, height: 800 }],
  ] as const;

  describe.each(themes)('in the %s theme', (colorScheme) => {
    it.each(sizes)(
      'has no barriers and breaks no policy on %s',
      async (_, viewport) => {
        const context: BrowserContext = await opened({ colorScheme, viewport });
        const found: string[] = [];
        for (const path of pages) {
          const { page, complaints } = await visit(context, url + path);
          const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
          const all = [...complaints, ...(await barriers(page)), ...(isWider === true ? ['scrolls sideways'] : [])];
          found.push(...all.map((it) => `${path}: ${it}`));
          await page.close();
        }
        await context.close();
        expect(found).toEqual([]);
      },
      120_000,
    );
  });

  it('is reached by keyboard: the skip link first, and the heading after a navigation', async () => {
    const context = await opened({});
    const { page } = await visit(context, `${url}/`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.waitForFunction('document.activeElement.textContent === "Sign in"');
    expect(await page.title()).toBe('Sign in · Assay');
    await context.close();
  });

  it('loads less than 200 KB of compressed scripts for the marketplace', async () => {
    const context = await opened({});
    const page = await context.newPage();
    const sizesOfScripts: Promise<number>[] = [];
    page.on('response', (response) => {
      if (/\.js$/.test(new URL(response.url()).pathname))
        sizesOfScripts.push(
          response
            .request()
            .sizes()
            .then(({ responseBodySize }) => responseBodySize),
        );
    });
    await page.goto(`${url}/`);
    await page.waitForLoadState('networkidle');
    const bytes = (await Promise.all(sizesOfScripts)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(200_000);
    await context.close();
  });
});
