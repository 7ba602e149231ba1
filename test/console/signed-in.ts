import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { sharedBrowser } from './chromium.js';

const scopes = ['admin', 'registry:read', 'registry:publish', 'tools:call', 'approvals:decide'];

/** A browser whose requests carry the administrator's key, and whose session says so. */
export async function signedIn(adminKey: string, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const extraHTTPHeaders = { authorization: `Bearer ${adminKey}` };
  const context = await (await sharedBrowser()).open({ ...options, extraHTTPHeaders });
  await context.route('**/v1/session', (route) =>
    route.fulfill({
      json: {
        ...{ signedIn: true, principal: { id: 'admin', kind: 'user', name: 'admin' }, roles: ['admin'], scopes },
        methods: { password: true, passkey: false, oidc: [] },
      },
    }),
  );
  return context;
}
