import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountSessionView, AccountView, IssuedLink, SessionState, SignInLinkView } from '@assay/contracts';
import { FirstLink } from '@assay/server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { atLocalhost, Browser } from '../fixtures/browser.js';
import { issuerClient, type SignInIssuer, startSignInIssuer, throughIssuer } from '../fixtures/sign-in-issuer.js';
import type { Refusal } from './client.js';
import { type House, startHouse } from './house.js';

let house: House;
let admin: Browser;
let issuer: SignInIssuer;
const password = 'a long enough password';
type Answered<T> = T & Refusal;

const tokenOf = (link: string): string => link.slice(link.lastIndexOf('/') + 1);
const newBrowser = () => new Browser(atLocalhost(house.url));
const signIn = async (browser: Browser, name: string, given = password) => {
  const answer = await browser.post<Answered<SessionState>>('/v1/sign-in/password', { name, password: given });
  await browser.session();
  return answer;
};
const invite = async (name: string, roles: string[] = ['caller']): Promise<IssuedLink> =>
  (await house.admin.post<IssuedLink>('/v1/accounts', { name, roles })).body;
const accept = async (link: string): Promise<Browser> => {
  const browser = newBrowser();
  await browser.post(`/v1/sign-in/links/${tokenOf(link)}/password`, { password });
  await browser.session();
  return browser;
};

beforeAll(async () => {
  const redirectUri = () => `${atLocalhost(house.url)}/v1/sign-in/issuer/callback`;
  issuer = await startSignInIssuer(redirectUri);
  house = await startHouse({
    ASSAY_SIGN_IN_ISSUER: issuer.url,
    ASSAY_SIGN_IN_CLIENT_ID: issuerClient.id,
    ASSAY_SIGN_IN_CLIENT_SECRET: issuerClient.secret,
    ASSAY_SIGN_IN_NAME: 'Example Corp',
    ASSAY_SIGN_IN_ROLES: 'assay-reviewers=reviewer, staff=caller',
    ASSAY_SIGN_IN_TEAMS: 'eng-platform=platform',
  });
  admin = newBrowser();
});
afterAll(async () => {
  await house.stop();
  await issuer.stop();
});

describe('the first sign-in', () => {
  it('sets the first credential of the administrator by a link that works once', async () => {
    const first = house.application.get(FirstLink);
    const link = (await first.issue('administrator'))?.url as string;
    expect(link).toMatch(new RegExp(`^${atLocalhost(house.url)}/welcome/[A-Za-z0-9_-]{43}$`));
    first.write(link);
    const path = `/v1/sign-in/links/${tokenOf(link)}`;
    expect((await admin.get<SignInLinkView>(path)).body).toMatchObject({
      purpose: 'first-credential',
      name: 'administrator',
    });
    expect((await admin.post<Refusal>(`${path}/password`, { password: 'short' })).body.errors?.[0]).toMatchObject({
      path: '/password',
    });
    const set = await admin.post<SessionState>(`${path}/password`, { password, name: 'Ada' });
    expect(set.body).toMatchObject({
      signedIn: true,
      principal: { kind: 'user', name: 'administrator' },
      displayName: 'Ada',
      organisation: 'default',
      roles: ['administrator'],
      scopes: expect.arrayContaining(['admin', 'approvals:decide']),
    });
    expect(set.headers.get('set-cookie')).toMatch(
      /^assay_session=assays_[A-Za-z0-9_-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await newBrowser().post<Refusal>(`${path}/password`, { password })).body.code).toBe('not_found');
    expect(readdirSync(house.home)).not.toContain('sign-in.link');
    expect(await first.issue('administrator')).toBeUndefined();
    await admin.session();
    expect((await admin.get<{ principal: object }>('/v1/me')).body.principal).toEqual(
      (await house.admin.get<{ principal: object }>('/v1/me')).body.principal,
    );
  });

  it('writes neither tokens nor passwords anywhere but to the people they belong to', async () => {
    const link = tokenOf((await invite('quiet')).link);
    await accept(link);
    const rows = await house.sql('SELECT digest FROM sign_in_links UNION ALL SELECT digest FROM account_sessions');
    const kept = `${house.logs()} ${JSON.stringify(rows)}`;
    expect(kept).not.toContain(link);
    expect(kept).not.toContain(password);
    expect(kept).not.toMatch(/assays_[A-Za-z0-9_-]{43}/);
  });
});

describe('a session', () => {
  it('acts with the scopes of the roles, and ends at once when the person signs out', async () => {
    const cara = await accept((await invite('cara')).link);
    expect((await cara.get<{ scopes: string[] }>('/v1/me')).body.scopes).toEqual(['registry:read', 'tools:call']);
    expect((await cara.get<Refusal>('/v1/accounts')).body.code).toBe('forbidden');
    const { cookie } = cara;
    expect((await cara.delete('/v1/session')).status).toBe(204);
    expect(cara.cookie).toBe('');
    cara.cookie = cookie;
    expect(await cara.session()).toMatchObject({ signedIn: false, scopes: [] });
    expect((await cara.get<Refusal>('/v1/keys')).status).toBe(401);
  });

  it('begins under a new token whatever cookie the browser had, and ends the one before', async () => {
    const dora = await accept((await invite('dora')).link);
    const before = dora.cookie;
    await signIn(dora, 'dora');
    expect(dora.cookie).not.toBe(before);
    const fixed = newBrowser();
    fixed.cookie = 'assay_session=assays_chosen-by-somebody-else';
    await signIn(fixed, 'dora');
    expect(fixed.cookie).not.toContain('chosen');
    dora.cookie = before;
    expect((await dora.session()).signedIn).toBe(false);
  });

  it('is listed, and ended by its person alone', async () => {
    const emil = await accept((await invite('emil')).link);
    const elsewhere = newBrowser();
    await signIn(elsewhere, 'emil');
    const { body } = await emil.get<{ items: AccountSessionView[] }>('/v1/account/sessions');
    expect(body.items.map(({ current, method }) => [current, method])).toEqual([
      [false, 'password'],
      [true, 'link'],
    ]);
    const id = body.items[0]?.id as string;
    expect((await admin.delete<Refusal>(`/v1/account/sessions/${id}`)).body.code).toBe('not_found');
    expect((await emil.delete(`/v1/account/sessions/${id}`)).status).toBe(204);
    expect((await elsewhere.session()).signedIn).toBe(false);
  });

  it.each([
    ['no CSRF header', { csrf: null }],
    ['another CSRF header', { csrf: 'x'.repeat(64) }],
    ['the origin of another site', { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }],
    ['the origin of another port', { headers: { origin: 'http://localhost:1', 'sec-fetch-site': 'same-site' } }],
  ])('changes nothing for a request with %s', async (_, sent) => {
    const answer = await admin.post<Refusal>('/v1/namespaces', { name: 'forged' }, sent);
    expect([answer.status, answer.body.code]).toEqual([403, 'cross_site_request']);
    expect((await house.admin.get('/v1/namespaces/forged')).status).toBe(404);
    const call = await admin.post<Refusal>('/v1/invocations', { tool: 'acme/x', input: {} }, sent);
    expect(call.body.code).toBe('cross_site_request');
  });

  it('needs a header that says where the request comes from', async () => {
    const { csrfToken = '' } = await admin.session();
    const answer = await fetch(`${atLocalhost(house.url)}/v1/namespaces`, {
      method: 'POST',
      headers: { cookie: admin.cookie, 'x-assay-csrf': csrfToken, 'content-type': 'application/json' },
      body: '{"name":"nowhere"}',
    });
    expect(answer.status).toBe(403);
    expect((await admin.post('/v1/namespaces', { name: 'somewhere' })).status).toBe(201);
  });

  it('is not accepted by the edges of agents', async () => {
    const answer = await admin.post<Refusal>('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} });
    expect(answer.status).not.toBe(200);
  });

  it('gives way to the Authorization header', async () => {
    const agent = await house.key('robo');
    const me = await admin.get<{ principal: { name: string } }>('/v1/me', {
      headers: { authorization: `Bearer ${agent}` },
    });
    expect(me.body.principal.name).toBe('robo');
  });
});

describe('a password', () => {
  it('is refused in the same words for a wrong password and an unknown name', async () => {
    const browser = newBrowser();
    const wrong = await signIn(browser, 'administrator', 'not the password');
    const unknown = await signIn(browser, 'nobody-of-this-name', 'not the password');
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(unknown.body.detail).toBe(wrong.body.detail);
    expect((await browser.session()).signedIn).toBe(false);
  });

  it('is not checked any more after several wrong ones, for known and unknown names alike', async () => {
    await accept((await invite('fay')).link);
    for (const name of ['fay', 'no-fay']) {
      for (let count = 0; count < 5; count += 1) await signIn(newBrowser(), name, 'not the password');
      await signIn(newBrowser(), name, 'not the password');
      const limited = await signIn(newBrowser(), name);
      expect([name, limited.status, limited.body.code]).toEqual([name, 429, 'rate_limited']);
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('does not sign in from a page of another site', async () => {
    const answer = await newBrowser().post<Refusal>(
      '/v1/sign-in/password',
      { name: 'administrator', password },
      { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
    );
    expect(answer.body.code).toBe('cross_site_request');
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('is changed after the present one was entered again, which ends the other sessions', async () => {
    const gus = await accept((await invite('gus')).link);
    const elsewhere = newBrowser();
    await signIn(elsewhere, 'gus');
    const next = 'another long password';
    const early = await gus.put<Refusal>('/v1/account/password', { password: next });
    expect([early.status, early.body.code]).toEqual([403, 'reauthentication_required']);
    const wrong = await gus.post<Refusal>('/v1/account/reauthenticate', { password: next });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'forbidden']);
    const again = await gus.post<SessionState>('/v1/account/reauthenticate', { password });
    expect(Date.parse(again.body.reauthenticatedUntil ?? '')).toBeGreaterThan(Date.now());
    const unsuitable = await gus.put<Refusal>('/v1/account/password', { password: 'gusgusgusgus' });
    expect(unsuitable.body.errors?.[0]?.path).toBe('/password');
    expect((await gus.put('/v1/account/password', { password: next })).status).toBe(200);
    expect((await elsewhere.session()).signedIn).toBe(false);
    expect((await gus.session()).signedIn).toBe(true);
    expect((await signIn(newBrowser(), 'gus')).status).toBe(401);
    expect((await signIn(newBrowser(), 'gus', next)).status).toBe(200);
  });
});

describe('an OpenID Connect issuer', () => {
  const begin = '/v1/sign-in/issuer';
  const signInAt = (browser: Browser, sub: string, path = begin) => throughIssuer(browser, issuer, sub, path);
  const person = (sub: string, claims: object) => issuer.people.set(sub, { sub, ...claims });

  it('signs people in with roles and teams of its claims, after PKCE, state and nonce', async () => {
    person('u-1', {
      preferred_username: 'olga',
      name: 'Olga O.',
      roles: ['staff', 'administrator'],
      groups: ['eng-platform'],
    });
    const browser = newBrowser();
    expect((await browser.session()).methods.oidc).toEqual([{ name: 'Example Corp', url: begin }]);
    expect(await signInAt(browser, 'u-1', `${begin}?next=/inbox`)).toBe('/inbox');
    expect(await browser.session()).toMatchObject({ signedIn: true, principal: { name: 'olga' }, roles: ['caller'] });
    expect((await browser.get('/v1/account')).body).toMatchObject({
      teams: ['platform'],
      issuer: issuer.url,
      displayName: 'Olga O.',
    });
    const asked = Object.fromEntries(issuer.begun.at(-1)?.searchParams ?? []);
    expect(asked).toMatchObject({
      code_challenge_method: 'S256',
      state: expect.any(String),
      nonce: expect.any(String),
    });
    person('u-1', { preferred_username: 'other', roles: ['assay-reviewers'], groups: [] });
    const later = newBrowser();
    await signInAt(later, 'u-1');
    expect(await later.session()).toMatchObject({ principal: { name: 'olga' }, roles: ['reviewer'] });
    expect((await later.get('/v1/account')).body).toMatchObject({ teams: [] });
    expect((await browser.session()).roles).toEqual(['reviewer']);
  });

  it('never leads to an account that exists, whatever name and e-mail address it asserts', async () => {
    await accept((await invite('lena')).link);
    person('u-2', {
      preferred_username: 'lena',
      email: 'administrator@example.com',
      email_verified: true,
      roles: ['staff'],
    });
    const browser = newBrowser();
    expect(await signInAt(browser, 'u-2')).toBe('/');
    const { principal } = await browser.session();
    expect(principal?.name).not.toMatch(/^lena$|^administrator$/);
    expect((await signIn(newBrowser(), 'lena')).status).toBe(200);
    person('u-3', { preferred_username: 'oidc:u-1', roles: ['staff'] });
    const third = newBrowser();
    await signInAt(third, 'u-3');
    expect((await third.session()).principal?.name).toBe('u-3');
  });

  it('refuses people without a role, who refused, who began elsewhere, or whose account is disabled', async () => {
    person('u-4', { preferred_username: 'mara', roles: ['administrator'] });
    const browser = newBrowser();
    expect(await signInAt(browser, 'u-4')).toBe('/sign-in?failed=forbidden');
    expect(await signInAt(browser, 'nobody', `${begin}?next=//evil.example`)).toBe('/sign-in?failed=unauthenticated');
    const replayed = await newBrowser().get(`${begin}/callback?code=x&state=y`, { redirect: 'manual' });
    expect(replayed.headers.get('location')).toContain('/sign-in?failed=unauthenticated');
    await browser.get(begin, { redirect: 'manual' });
    const forged = await browser.get(`${begin}/callback?code=x&state=forged&iss=${issuer.url}`, { redirect: 'manual' });
    expect(forged.headers.get('location')).toContain('/sign-in?failed=unauthenticated');
    expect((await browser.session()).signedIn).toBe(false);
    person('u-4', { preferred_username: 'mara', roles: ['staff'] });
    await signInAt(browser, 'u-4');
    const found = (await house.admin.get<AccountView>('/v1/accounts/mara')).body;
    await house.admin.patch(`/v1/accounts/${found.id}`, { disabled: true });
    expect(await signInAt(newBrowser(), 'u-4')).toBe('/sign-in?failed=unauthenticated');
    expect((await browser.get<Refusal>(`${begin}?next=/&more=1`)).body.code).toBe('invalid_request');
  });

  it('confirms its own person again, and nobody else', async () => {
    person('u-5', { preferred_username: 'nora', roles: ['staff'] });
    const browser = newBrowser();
    await signInAt(browser, 'u-5');
    expect((await browser.session()).reauthenticatedUntil).toBeUndefined();
    expect(await signInAt(browser, 'u-1', `${begin}?confirm=true&next=/inbox`)).toBe(
      '/sign-in?failed=forbidden&next=%2Finbox',
    );
    expect((await browser.session()).reauthenticatedUntil).toBeUndefined();
    expect(await signInAt(browser, 'u-5', `${begin}?confirm=true&next=/inbox`)).toBe('/inbox');
    expect(Date.parse((await browser.session()).reauthenticatedUntil ?? '')).toBeGreaterThan(0);
  });
});

describe('accounts', () => {
  it('are managed in a session and never with an API key', async () => {
    for (const [method, path, body] of [
      ['get', '/v1/account', undefined],
      ['put', '/v1/account/password', { password }],
      ['post', '/v1/account/passkeys/options', undefined],
      ['post', '/v1/account/reauthenticate', { password }],
    ] as const) {
      const answer =
        method === 'get' ? await house.admin.get<Refusal>(path) : await house.admin[method]<Refusal>(path, body ?? {});
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'session_required']);
    }
  });

  it('are reset: sessions end, the link replaces the credentials, and the person is notified', async () => {
    const { account, link } = await invite('hana', ['caller', 'reviewer']);
    expect(account).toMatchObject({ name: 'hana', status: 'invited', roles: ['caller', 'reviewer'] });
    const hana = await accept(link);
    const reset = await house.admin.post<IssuedLink>(`/v1/accounts/${account.id}/reset`, {});
    expect(reset.status).toBe(201);
    expect((await hana.session()).signedIn).toBe(false);
    expect((await signIn(newBrowser(), 'hana')).status).toBe(200);
    const next = newBrowser();
    const path = `/v1/sign-in/links/${tokenOf(reset.body.link)}`;
    expect((await next.get<SignInLinkView>(path)).body.purpose).toBe('reset');
    await next.post(`${path}/password`, { password: 'quite another password' });
    expect((await signIn(newBrowser(), 'hana')).status).toBe(401);
    await next.session();
    const notices = await next.get<{ items: { kind: string }[] }>('/v1/notifications');
    expect(notices.body.items.map(({ kind }) => kind)).toContain('account.reset');
    const audit = await house.admin.get<{ items: { action: string; subject: string }[] }>('/v1/audit?limit=50');
    expect(audit.body.items).toContainEqual(expect.objectContaining({ action: 'account.reset', subject: 'hana' }));
  });

  it('are disabled: sessions and keys of the person stop working at once', async () => {
    const { account, link } = await invite('ivan');
    const ivan = await accept(link);
    const key = await house.key('ivan', { principal: { kind: 'user', name: 'ivan' } });
    expect((await house.client(key).get('/v1/keys')).status).toBe(200);
    const disabled = await house.admin.patch<AccountView>(`/v1/accounts/${account.id}`, { disabled: true });
    expect(disabled.body.status).toBe('disabled');
    expect((await ivan.session()).signedIn).toBe(false);
    expect((await house.client(key).get('/v1/keys')).status).toBe(401);
    expect((await signIn(newBrowser(), 'ivan')).status).toBe(401);
    await house.admin.patch(`/v1/accounts/${account.id}`, { disabled: false });
    expect((await house.client(key).get('/v1/keys')).status).toBe(200);
  });

  it('of another organisation, or with more rights than one’s own, are out of reach', async () => {
    await house.admin.post('/v1/organisations', { name: 'other' });
    const foreign = await house.as('olga', {
      principal: { kind: 'user', name: 'olga' },
      organisation: 'other',
      role: 'administrator',
    } as object);
    const { account } = await invite('jan');
    expect((await foreign.post(`/v1/accounts/${account.id}/reset`, {})).status).toBe(404);
    expect((await foreign.get<{ items: unknown[] }>('/v1/accounts')).body.items).toEqual([]);
    const deputy = await house.as('deputy', {
      principal: { kind: 'user', name: 'deputy' },
      scopes: ['admin', 'registry:read'],
    });
    expect((await deputy.post<Refusal>('/v1/accounts', { name: 'kim', roles: ['administrator'] })).status).toBe(403);
    const [administrator] = (await house.admin.get<{ items: AccountView[] }>('/v1/accounts')).body.items.filter(
      ({ name }) => name === 'administrator',
    );
    expect((await deputy.post(`/v1/accounts/${administrator?.id}/reset`, {})).status).toBe(403);
    const self = await house.admin.patch<Refusal>(`/v1/accounts/${administrator?.id}`, { disabled: true });
    expect(self.body.code).toBe('conflict');
  });
});

it('keeps sessions over a restart', async () => {
  await house.restart();
  const again = newBrowser();
  again.cookie = admin.cookie;
  expect(await again.session()).toMatchObject({ signedIn: true, principal: { name: 'administrator' } });
  expect(readFileSync(join(house.home, 'admin.key'), 'utf8').trim()).toBe(house.adminKey);
});
