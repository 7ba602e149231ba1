import type {
  AccountView,
  CommandLineAnswer,
  CommandLineRequest,
  CommandLineView,
  IssuedLink,
  Me,
} from '@assay/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { atLocalhost, Browser } from '../fixtures/browser.js';
import type { Refusal } from './client.js';
import { type House, startHouse } from './house.js';

let house: House;
let ada: Browser;
const password = 'a long enough password';

beforeAll(async () => {
  house = await startHouse();
  const { body } = await house.admin.post<IssuedLink>('/v1/accounts', { name: 'ada', roles: ['caller'] });
  ada = new Browser(atLocalhost(house.url));
  await ada.post(`/v1/sign-in/links/${body.link.slice(body.link.lastIndexOf('/') + 1)}/password`, { password });
  await ada.session();
});
afterAll(() => house.stop());

const anybody = () => new Browser(house.url);
const ask = async () =>
  (await anybody().post<CommandLineRequest>('/v1/sign-in/command-lines', { machine: 'laptop' })).body;
const collect = (deviceCode: string) =>
  anybody().post<CommandLineAnswer & Refusal>('/v1/sign-in/command-lines/key', { deviceCode });

describe('a command line', () => {
  it('gets a key of the person who allows it in the browser, once', async () => {
    const asked = await ask();
    expect(asked.url).toBe(`${atLocalhost(house.url)}/command-line?code=${asked.userCode}`);
    expect((await collect(asked.deviceCode)).body.state).toBe('waiting');
    const path = `/v1/account/command-lines/${asked.userCode}`;
    expect((await ada.get<CommandLineView>(path)).body).toMatchObject({ machine: 'laptop', keyDays: 30 });
    expect((await house.admin.get<Refusal>(path)).body.code).toBe('session_required');
    const allow = () => ada.post<Refusal>(path, { decision: 'allow' });
    expect((await allow()).body.code).toBe('reauthentication_required');
    await ada.post('/v1/account/reauthenticate', { password });
    expect((await ada.post<Refusal>(path, { decision: 'allow' }, { csrf: null })).body.code).toBe('cross_site_request');
    expect((await allow()).status).toBe(204);
    expect((await allow()).status).toBe(404);
    const { body } = await collect(asked.deviceCode);
    expect(body).toMatchObject({ state: 'allowed', key: expect.stringMatching(/^assay_/) });
    expect((await collect(asked.deviceCode)).status).toBe(404);
    const me = await house.client(body.key ?? '').get<Me>('/v1/me');
    expect(me.body).toMatchObject({ principal: { name: 'ada' }, scopes: ['registry:read', 'tools:call'] });
    expect(house.logs()).not.toContain(asked.deviceCode);
  });

  it('gets nothing after a denial or with bad input', async () => {
    const asked = await ask();
    expect((await ada.post(`/v1/account/command-lines/${asked.userCode}`, { decision: 'deny' })).status).toBe(204);
    expect((await collect(asked.deviceCode)).body).toEqual({ state: 'denied' });
    expect((await collect('guessed')).status).toBe(404);
    expect((await anybody().post('/v1/sign-in/command-lines', { machine: '' })).status).toBe(422);
    expect((await ada.get('/v1/account/command-lines/XXXX-XXXX')).status).toBe(404);
  });
});

describe('an account', () => {
  it('is shown to administrators by the name of the person', async () => {
    expect((await house.admin.get<AccountView>('/v1/accounts/ada')).body).toMatchObject({
      name: 'ada',
      roles: ['caller'],
    });
    expect((await house.admin.get('/v1/accounts/nobody')).status).toBe(404);
    expect((await ada.get('/v1/accounts/ada')).status).toBe(403);
  });
});
