import { beforeAll, describe, expect, it } from '@jest/globals';
import { chromiumPath, sharedBrowser } from './chromium.js';
import { sharedConsoleHouse } from './console-house.js';
import { visit } from './visit.js';

const here = chromiumPath === undefined ? describe.skip : describe;
const named = (what: string) =>
  chromiumPath === undefined ? `${what}, without Chromium, which is not installed` : what;

here(named('the search page'), () => {
  let url: string;

  beforeAll(async () => {
    url = (await sharedConsoleHouse()).house.url;
  }, 120_000);

  it('searches while a visitor types and shows the constraints that it read', async () => {
    const context = await (await sharedBrowser()).open();
    const { page, complaints } = await visit(context, `${url}/?minTrust=0`);
    await page.getByRole('searchbox').pressSequentially('add entities to the knowledge graph, under 90000 ms');
    await page.getByRole('group', { name: 'Constraints read from your words' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'demo/memory.create_entities' }).first().waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toContain('add entities');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByText('the most trusted first').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('narrows by a facet, keeps it in the address, and goes back with the browser', async () => {
    const context = await (await sharedBrowser()).open();
    const { page } = await visit(context, `${url}/`);
    await page.getByLabel('Publisher').selectOption('demo');
    await page.waitForURL(/namespace=demo/);
    await page.getByText(/^\d+ tools, the most trusted first$/).waitFor();
    await page.goBack();
    await page.waitForFunction('!location.search.includes("namespace")');
    expect(await page.getByLabel('Publisher').inputValue()).toBe('');
    await context.close();
  });
});
