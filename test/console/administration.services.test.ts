import type { PolicyView, RevocationView } from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { House } from '../e2e/house.js';
import { chromiumPath } from './chromium.js';
import { sharedConsoleHouse } from './console-house.js';
import { signedIn } from './signed-in.js';
import { barriers, visit } from './visit.js';

const here = chromiumPath === undefined ? describe.skip : describe;
const named = (what: string) =>
  chromiumPath === undefined ? `${what}, without Chromium, which is not installed` : what;

const sections = [
  ...['people', 'keys', 'kits', 'policies', 'fallbacks', 'limits'],
  ...['revocations', 'quarantines', 'audit', 'system'],
];

here(named('the administration pages'), () => {
  let house: House;
  let context: BrowserContext;
  const open = async (section: string): Promise<Page> =>
    (await visit(context, `${house.url}/administration/${section}`)).page;

  beforeAll(async () => {
    ({ house } = await sharedConsoleHouse());
    context = await signedIn(house);
  }, 120_000);
  afterAll(() => context?.close());

  it.each(['light', 'dark'] as const)(
    'have no barriers and break no policy in the %s theme, at phone width',
    async (colorScheme) => {
      const phone = await signedIn(house, { colorScheme, viewport: { width: 390, height: 800 } });
      const found: string[] = [];
      for (const section of sections) {
        const { page, complaints } = await visit(phone, `${house.url}/administration/${section}`);
        await page.locator('.administration-body').getByRole('heading').or(page.locator('.empty')).first().waitFor();
        const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        const all = [...complaints, ...(await barriers(page)), ...(isWider === true ? ['scrolls sideways'] : [])];
        found.push(...all.map((it) => `${section}: ${it}`));
        await page.close();
      }
      await phone.close();
      expect(found).toEqual([]);
    },
    180_000,
  );

  it('invite a person and show the link once', async () => {
    const page = await open('people');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('ines');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByText(/\/welcome\//).waitFor();
    await page.getByRole('row', { name: /^ines/ }).getByText('invited').waitFor();
    await page.close();
  }, 60_000);

  it('check a policy while it is typed, save it, and say what it would have decided', async () => {
    const caller = await house.as('dry-runner');
    const input = { query: 'Ada' };
    for (let call = 0; call < 3; call++)
      await caller.post('/v1/invocations', { tool: 'demo/memory.search_nodes', input });
    const page = await open('policies');
    await page.getByLabel('Id of a new policy').fill('no-memory');
    await page.getByRole('button', { name: 'Write it' }).click();
    const editor = page.getByLabel('Policy no-memory');
    await editor.fill('forbid (principal');
    await page.getByRole('alert').waitFor();
    await editor.fill('forbid (principal, action == Action::"call", resource) when { resource.namespace == "demo" };');
    await page.getByText('Valid', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Try on recorded calls' }).click();
    await page.getByText(/^Would have denied \d+ of \d+/).waitFor();
    await page.getByText(/^3 by dry-runner to demo\/memory\.search_nodes@.*: allowed now, denied then$/).waitFor();
    await page.getByRole('button', { name: 'Save: no-memory' }).click();
    await page.getByRole('list', { name: 'Policies' }).getByText('no-memory').waitFor();
    expect((await house.admin.get<PolicyView>('/v1/policies/no-memory')).body.version).toBe(1);
    await house.admin.delete('/v1/policies/no-memory');
    await page.close();
  }, 60_000);

  it('show who uses a tool before it is revoked, and what calls fall back to; order levels by keyboard', async () => {
    const [first, second] = ['demo/memory.search_nodes', 'demo/memory.open_nodes'];
    const page = await open('fallbacks');
    await page.getByLabel('Capability', { exact: true }).fill('memory.search');
    await page.getByRole('button', { name: 'Declare a hierarchy' }).click();
    for (const tool of [second, first]) {
      await page.getByLabel('Add a tool to memory.search').fill(tool);
      await page.getByRole('button', { name: 'Add to memory.search' }).click();
    }
    await page.getByRole('button', { name: `Move up: ${first}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(`${first} is now number 1 of 2`).waitFor({ state: 'attached' });
    await page
      .getByRole('listitem')
      .filter({ hasText: `1. ${first}` })
      .waitFor();
    await page.close();
    const revoking = await open('revocations');
    await revoking.getByLabel('What').fill(first);
    await revoking.getByLabel('Reason').fill('tried in a test');
    await revoking.getByRole('button', { name: 'Show the impact' }).click();
    await revoking.getByText(/calls? by \d+ callers? within 30 days|Nobody called it/).waitFor();
    const before = await house.admin.get<{ items: RevocationView[] }>('/v1/revocations');
    expect(before.body.items.filter(({ target }) => target === first)).toEqual([]);
    await revoking.close();
  }, 60_000);

  it('create a key that is shown once and revoke it, create a team, and set and clear a limit', async () => {
    const keys = await open('keys');
    await keys.getByRole('textbox', { name: 'For', exact: true }).fill('made-here');
    await keys.getByRole('button', { name: 'Create a key' }).click();
    const issued = keys.getByRole('alert').locator('code');
    const key = house.client((await issued.textContent()) ?? '');
    expect((await key.get('/v1/keys')).status).toBe(200);
    const row = keys.getByRole('row').filter({ hasText: 'made-here (agent)' });
    await row.getByRole('button', { name: /^Revoke: / }).click();
    await row.getByRole('button', { name: /^Yes, revoke: / }).click();
    await row.getByText(/^revoked \d{4}-/).waitFor();
    expect((await key.get('/v1/keys')).status).toBe(401);
    await keys.close();
    const people = await open('people');
    await people.getByLabel('New team').fill('made-here');
    await people.getByRole('button', { name: 'Create', exact: true }).click();
    await people.getByRole('row').filter({ hasText: 'made-here' }).waitFor();
    await people.close();
    const limits = await open('limits');
    await limits.getByRole('textbox', { name: 'For', exact: true }).fill('made-here');
    await limits.getByRole('textbox', { name: 'Maximum', exact: true }).fill('7');
    await limits.getByRole('textbox', { name: 'Reason' }).fill('tried in a test');
    await limits.getByRole('button', { name: 'Set', exact: true }).click();
    const rule = limits.getByRole('row').filter({ hasText: 'tried in a test' });
    await rule.getByText('$7.00').waitFor();
    await rule.getByRole('button', { name: /^Clear: / }).click();
    await rule.waitFor({ state: 'detached' });
    await limits.close();
  }, 90_000);

  it('revoke a tool, and lift the revocation', async () => {
    const page = await open('revocations');
    await page.getByLabel('What').fill('demo/memory.read_graph');
    await page.getByLabel('Reason').fill('tried in a test');
    await page.getByRole('button', { name: 'Show the impact' }).click();
    await page.getByRole('button', { name: 'Revoke demo/memory.read_graph now' }).click();
    const row = page.getByRole('row').filter({ hasText: 'demo/memory.read_graph' });
    await row.waitFor();
    const call = { tool: 'demo/memory.read_graph', input: {} };
    expect((await house.admin.post<{ code: string }>('/v1/invocations', call)).body.code).toBe('version_revoked');
    await row.getByRole('button', { name: /^Lift: / }).click();
    await row.getByRole('button', { name: /^Yes, lift: / }).click();
    await page
      .getByText(/lifted/i)
      .first()
      .waitFor();
    expect((await house.admin.post('/v1/invocations', call)).status).toBe(200);
    await page.close();
  }, 60_000);

  it('verify the audit log', async () => {
    const page = await open('audit');
    await page.getByRole('button', { name: 'Verify the whole log' }).click();
    await page.getByText('The log is intact').waitFor();
    await page.close();
  }, 60_000);
});
