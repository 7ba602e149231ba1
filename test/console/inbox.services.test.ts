import type { ApprovalView, Envelope } from '@assay/contracts';
import { ApprovalLinks } from '@assay/gateway';
import { Directory } from '@assay/identity';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../e2e/client.js';
import type { House } from '../e2e/house.js';
import { CountingApi } from '../fixtures/counting-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import { chromiumPath } from './chromium.js';
import { sharedConsoleHouse } from './console-house.js';
import { signedIn, signedInAs } from './signed-in.js';
import { barriers, visit } from './visit.js';

const here = chromiumPath === undefined ? describe.skip : describe;
const named = (what: string) =>
  chromiumPath === undefined ? `${what}, without Chromium, which is not installed` : what;

here(named('the inbox'), () => {
  let house: House;
  let agent: Client;
  const api = new CountingApi();

  beforeAll(async () => {
    ({ house } = await sharedConsoleHouse());
    const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] } as const;
    const endpoint = { url: `${await api.start()}/plain` };
    const parts = { inputSchema, endpoint, annotations: { destructiveHint: true } };
    await house.admin.post('/v1/tools', httpManifest('demo/wipe', parts));
    await house.admin.post('/v1/endorsements', { tool: 'demo/wipe', organisation: 'default' });
    agent = await house.as('inbox-agent');
  }, 120_000);
  afterAll(() => api.stop());

  const call = (line: string) => agent.post<Envelope>('/v1/invocations', { tool: 'demo/wipe', input: { line } });
  const stateOf = async ({ body }: { body: Envelope }) =>
    (await house.admin.get<ApprovalView>(`/v1/approvals/${body.approval?.id}`)).body;

  it('shows a call the moment it waits, with its arguments as text, and makes it once approved', async () => {
    const context = await signedIn(house);
    const { page, complaints } = await visit(context, `${house.url}/inbox`, { isLive: true });
    await page.getByText('No call waits for you.').waitFor();
    const hostile = '<img src=x onerror=alert(1)>\u202e';
    const waiting = await call(hostile);
    const card = page.getByRole('article', { name: /^demo\/wipe@1\.0\.0 for inbox-agent/ });
    await card.waitFor();
    expect(await card.getByRole('region', { name: 'Arguments of demo/wipe' }).textContent()).toBe(
      JSON.stringify({ line: '<img src=x onerror=alert(1)>\\u202e' }, null, 2).replace('\\\\u', '\\u'),
    );
    await card.getByText('destructive', { exact: true }).waitFor();
    await card.getByLabel('Reason').fill('ordered by Pia');
    await card.getByRole('button', { name: 'Approve, once: demo/wipe' }).click();
    await page.getByText('No call waits for you.').waitFor();
    expect(await stateOf(waiting)).toMatchObject({ status: 'approved', decisions: [{ reason: 'ordered by Pia' }] });
    await page.goto(`${house.url}/approvals/${waiting.body.approval?.id}`);
    await page.getByText('Approved. The call succeeded.').waitFor();
    await page.getByRole('region', { name: 'Answer of demo/wipe' }).waitFor();
    expect(api.effects.get(hostile)).toBe(1);
    expect(complaints).toEqual([]);
    await context.close();
  }, 120_000);

  it('approves similar calls in advance within bounds, lists that, and revokes it', async () => {
    const waiting = await call('first');
    const context = await signedIn(house);
    const { page, complaints } = await visit(context, `${house.url}/inbox`, { isLive: true });
    await page.getByRole('button', { name: 'Approve similar calls in advance: demo/wipe' }).click();
    await page.getByRole('textbox', { name: 'Calls', exact: true }).fill('2');
    await page.getByRole('checkbox', { name: 'line' }).check();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Approve in advance', exact: true }).click();
    await page.getByText('Approved in advance: 2 calls.').waitFor();
    expect((await call('second')).body.status).toBe('succeeded');
    await page.getByText('In advance', { exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: 'demo/wipe' });
    await row.getByText('1 of 2, usable').waitFor();
    await row.getByRole('button', { name: /^Revoke: / }).click();
    await row.getByRole('button', { name: /^Yes, revoke: / }).click();
    await row.getByText('1 of 2, revoked').waitFor();
    const third = await call('third');
    expect(third.body.status).toBe('awaiting_approval');
    for (const { body } of [waiting, third])
      await house.admin.post(`/v1/approvals/${body.approval?.id}/decision`, { decision: 'deny' });
    expect(complaints).toEqual([]);
    await context.close();
  }, 120_000);

  it('answers a ticket and approves a review', async () => {
    const broken = { endpoint: { url: 'http://127.0.0.1:9/none' }, capabilities: ['shop.prices'] };
    const outputSchema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] };
    const prices = httpManifest('demo/prices', { ...broken, outputSchema, annotations: { readOnlyHint: true } });
    await house.admin.post('/v1/tools', prices);
    await house.admin.post('/v1/endorsements', { tool: 'demo/prices', organisation: 'default' });
    await house.admin.put('/v1/fallbacks/shop.prices', { levels: [{ tool: 'demo/prices' }] });
    const asked = await agent.post<Envelope>('/v1/invocations', { tool: 'demo/prices', input: { item: 'tea' } });
    const publisher = await house.as('inbox-publisher', { role: 'publisher' });
    await publisher.post('/v1/namespaces', { name: 'held' });
    const patterned = (version: string, pattern: string) =>
      httpManifest('held/find', {
        version,
        inputSchema: { type: 'object', properties: { item: { type: 'string', pattern } }, required: ['item'] },
      });
    await publisher.post('/v1/tools', patterned('1.0.0', '^(a|b)+c?$'));
    expect((await publisher.post('/v1/tools', patterned('1.1.0', '^[ab]+(c|)$'))).status).toBe(202);
    const context = await signedIn(house);
    const { page } = await visit(context, `${house.url}/inbox?list=tickets`, { isLive: true });
    await page.getByLabel('Answer for demo/prices').fill('{"total": 12.5}');
    await page.getByRole('button', { name: 'Send the answer' }).first().click();
    await page.getByLabel('Answer for demo/prices').waitFor({ state: 'detached' });
    const answered = await agent.get<Envelope>(`/v1/invocations/${asked.body.id}`);
    expect(answered.body).toMatchObject({ output: { total: 12.5 } });
    await page.getByRole('tab', { name: 'Reviews' }).click();
    await page
      .getByRole('region', { name: 'Changes in held/find@1.1.0' })
      .getByText('+        "pattern": "^[ab]+(c|)$"')
      .waitFor();
    await page.getByRole('button', { name: 'Approve, held/find@1.1.0' }).click();
    await page.getByRole('button', { name: 'Approve, held/find@1.1.0' }).waitFor({ state: 'detached' });
    expect((await publisher.get('/v1/tools/held/find/versions/1.1.0')).status).toBe(200);
    await context.close();
  }, 120_000);

  it('shows what changed in a made tool since its version before', async () => {
    const tests = [1, 2, 3].map((n) => ({ name: `of ${n}`, input: { n }, output: { half: n / 2 } }));
    const number = (name: string) => ({ type: 'object', properties: { [name]: { type: 'number' } }, required: [name] });
    const make = (code: string) =>
      agent.post('/v1/made-tools', {
        ...{ name: 'half', description: 'Half of a number', language: 'javascript', code, tests },
        ...{ inputSchema: number('n'), outputSchema: number('half') },
      });
    expect((await make('export default ({ n }) => ({ half: n / 2 });')).status).toBe(201);
    expect((await make('export default ({ n }) => ({ half: n * 0.5 });')).status).toBe(201);
    const context = await signedIn(house);
    const { page } = await visit(context, `${house.url}/inbox?list=reviews`, { isLive: true });
    const changes = page.getByRole('region', { name: /^Changes in made-.*half$/ });
    await changes.getByText('+export default ({ n }) => ({ half: n * 0.5 });').waitFor();
    await context.close();
  }, 120_000);

  it('shows one person what another decided, without a reload', async () => {
    const waiting = await call('for two');
    const first = await signedIn(house);
    const second = await signedInAs(house, 'rita', ['reviewer']);
    const path = `${house.url}/approvals/${waiting.body.approval?.id}`;
    const one = (await visit(first, path, { isLive: true })).page;
    const two = (await visit(second, path, { isLive: true })).page;
    await two.getByRole('button', { name: 'Deny: demo/wipe' }).waitFor();
    await one.getByRole('button', { name: 'Deny: demo/wipe' }).click();
    await two.getByText(/^Denied\./).waitFor();
    expect(api.effects.get('for two')).toBeUndefined();
    await first.close();
    await second.close();
  }, 120_000);

  it('delegates to a person who opens the link of the message, and decides', async () => {
    const waiting = await call('delegated');
    const id = waiting.body.approval?.id as string;
    const [first, second] = [await signedIn(house), await signedInAs(house, 'rita', ['reviewer'])];
    const { page, complaints } = await visit(first, `${house.url}/approvals/${id}`, { isLive: true });
    await page.getByRole('button', { name: 'Delegate to another person: demo/wipe' }).click();
    await page.getByRole('combobox', { name: 'Delegate to' }).click();
    await page.getByRole('option', { name: 'rita' }).click();
    await page.getByLabel('Reason for delegating').fill('on holiday');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delegate the decision: demo/wipe' }).click();
    await page.getByText('administrator delegated the decision to rita: on holiday').waitFor();
    await page.getByRole('button', { name: 'Approve, once: demo/wipe' }).waitFor({ state: 'detached' });
    const directory = house.application.get(Directory);
    const rita = directory.principalNamed(directory.organisationNamed('default')?.id ?? '', 'rita');
    const link = house.application.get(ApprovalLinks).linkFor({ id }, rita?.id ?? '') ?? '';
    const path = new URL(link).pathname;
    const other = await visit(second, `${house.url}${path}`, { isLive: true });
    await other.page.waitForURL(`${house.url}/approvals/${id}`);
    await other.page.getByRole('button', { name: 'Deny: demo/wipe' }).click();
    await page.getByText(/^Denied\./).waitFor();
    await other.page.goto(`${house.url}${path}`);
    await other.page.getByText(/was opened before/).waitFor();
    await page.goto(`${house.url}${path}`);
    await page.getByText(/was sent to somebody else/).waitFor();
    expect([...complaints, ...other.complaints, ...(await barriers(page))]).toEqual([]);
    await first.close();
    await second.close();
  }, 120_000);

  it.each(['light', 'dark'] as const)(
    'has no barriers and breaks no policy in the %s theme, at phone width',
    async (colorScheme) => {
      const waiting = await call(`seen in ${colorScheme}`);
      const context = await signedIn(house, { colorScheme, viewport: { width: 390, height: 800 } });
      const found: string[] = [];
      for (const list of ['approvals', 'tickets', 'reviews', 'findings', 'notices']) {
        const { page, complaints } = await visit(context, `${house.url}/inbox?list=${list}`, { isLive: true });
        await page.getByRole('tabpanel').locator('.card, .empty').first().waitFor();
        const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        const all = [...complaints, ...(await barriers(page)), ...(isWider === true ? ['scrolls sideways'] : [])];
        found.push(...all.map((it) => `${list}: ${it}`));
        await page.close();
      }
      await context.close();
      await house.admin.post(`/v1/approvals/${waiting.body.approval?.id}/decision`, { decision: 'deny' });
      expect(found).toEqual([]);
    },
    120_000,
  );
});
