import type { AccountDetail } from '@assay/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { House } from '../e2e/house.js';
import { atLocalhost, Browser } from '../fixtures/browser.js';
import { beginIn, decideIn, newPkce } from '../fixtures/oauth-flow.js';
import type { SignInIssuer } from '../fixtures/sign-in-issuer.js';
import { chromiumPath, sharedBrowser } from './chromium.js';
import { sharedConsoleHouse } from './console-house.js';
import { invitation, password, signedInAs } from './signed-in.js';
import { barriers, visit } from './visit.js';

const here = chromiumPath === undefined ? describe.skip : describe;
const named = (what: string) =>
  chromiumPath === undefined ? `${what}, without Chromium, which is not installed` : what;

/** An authenticator of the browser that confirms every request. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
}

here(named('signing in'), () => {
  let house: House;

  let issuer: SignInIssuer;

  beforeAll(async () => {
    ({ house, issuer } = await sharedConsoleHouse());
  }, 120_000);

  it('with a passkey works from an invitation on, and confirms the person for a key of a command line', async () => {
    const context = await (await sharedBrowser()).open();
    const url = atLocalhost(house.url);
    const { page, complaints } = await visit(context, await invitation(house, 'petra', ['caller']));
    await addAuthenticator(context, page);
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.waitForURL(`${url}/`);
    await page.getByRole('button', { name: /petra/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Name').fill('petra');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('button', { name: /petra/ }).waitFor();
    const account = (await (await context.request.get(`${url}/v1/account`)).json()) as AccountDetail;
    expect(account.passkeys).toMatchObject([{ host: 'localhost', lastUsedAt: expect.any(String) }]);
    expect(account.password).toBeNull();
    expect(complaints).toEqual([]);
    await context.close();
  }, 120_000);

  it('at an issuer continues on the page that asked for it, and shows why it failed', async () => {
    issuer.people.set('u-9', { sub: 'u-9', preferred_username: 'ruth', roles: [] });
    const context = await (await sharedBrowser()).open();
    // At the IP address, from where the browser is led to the name of the server.
    const { page, complaints } = await visit(context, `${house.url}/inbox`);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Continue with Example Corp' }).click();
    await page.getByRole('link', { name: 'u-9' }).click();
    await page.getByText('Not signed in at the provider').waitFor();
    await page.getByText(/Ask an administrator for a role/).waitFor();
    expect(await barriers(page)).toEqual([]);
    issuer.people.set('u-9', { sub: 'u-9', preferred_username: 'ruth', roles: ['staff'] });
    await page.getByRole('link', { name: 'Continue with Example Corp' }).click();
    await page.getByRole('link', { name: 'u-9' }).click();
    await page.waitForURL(`${atLocalhost(house.url)}/inbox`);
    await page.getByRole('button', { name: /ruth/ }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }, 120_000);

  it('is managed on the page of the account: sessions, the password, and clients that act for the person', async () => {
    const context = await signedInAs(house, 'selma', ['caller']);
    const other = new Browser(atLocalhost(house.url));
    await other.post('/v1/sign-in/password', { name: 'selma', password });
    await other.session();
    const redirect = 'http://127.0.0.1:33421/callback';
    const client = { client_name: 'Editor', redirect_uris: [redirect], token_endpoint_auth_method: 'none' };
    const { body } = await house.anonymous.post<{ client_id: string }>('/oauth/register', client);
    const asked = new URLSearchParams({
      ...{ response_type: 'code', client_id: body.client_id, redirect_uri: redirect, resource: `${house.url}/mcp` },
      ...{ code_challenge: newPkce().challenge, code_challenge_method: 'S256', scope: 'tools:call', state: 's' },
    });
    const authorize = `${atLocalhost(house.url)}/oauth/authorize?${asked}`;
    await decideIn(other, await beginIn(other, authorize), { decision: 'allow' });
    const { page, complaints } = await visit(context, `${house.url}/account`);
    const clients = page.getByRole('table', { name: 'Clients' });
    await clients.getByRole('button', { name: 'End access: Editor' }).click();
    await clients.getByRole('button', { name: 'Yes, end access: Editor' }).click();
    await page.getByText('No client acts for you.').waitFor();
    const sessions = page.getByRole('table', { name: 'Sessions' });
    // The one in which the password was set by the link of the invitation, and the one of the other browser.
    const elsewhere = sessions.getByRole('row').filter({ hasText: 'node' });
    for (const left of [1, 0]) {
      await elsewhere
        .getByRole('button', { name: /^End: / })
        .first()
        .click();
      await elsewhere.nth(left).waitFor({ state: 'detached' });
    }
    expect((await other.session()).signedIn).toBe(false);
    await page.getByRole('button', { name: 'Change how you sign in' }).click();
    await page.getByRole('textbox', { name: 'Your password' }).fill(password);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('textbox', { name: 'New password' }).fill('quite another password');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText(/^The password is set/).waitFor();
    await other.post('/v1/sign-in/password', { name: 'selma', password: 'quite another password' });
    expect((await other.session()).signedIn).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  }, 120_000);
});
