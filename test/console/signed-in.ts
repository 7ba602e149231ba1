import type { IssuedLink } from '@assay/contracts';
import { FirstLink } from '@assay/server';
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import type { House } from '../e2e/house.js';
import { sharedBrowser } from './chromium.js';

export const password = 'a long enough password';
const administrator = 'administrator';

/** The cookies of people who have signed in, by server and name: signing in hashes a password, which is meant to be slow. */
const remembered = new WeakMap<House, Map<string, Promise<BrowserContextOptions['storageState']>>>();

/** A browser in which the administrator has signed in with a password. */
export const signedIn = (house: House, options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  opened(house, administrator, () => firstLink(house), options);

/** A browser in which another person with these roles has signed in with a password; each name once per server. */
export const signedInAs = (
  house: House,
  name: string,
  roles: readonly string[],
  options: BrowserContextOptions = {},
): Promise<BrowserContext> => opened(house, name, () => invitation(house, name, roles), options);

/** The link of an invitation. */
export async function invitation(house: House, name: string, roles: readonly string[]): Promise<string> {
  const { status, body } = await house.admin.post<IssuedLink>('/v1/accounts', { name, roles });
  if (status !== 201) throw new Error(`${name} is not invited: ${JSON.stringify(body)}`);
  return body.link;
}

async function firstLink(house: House): Promise<string> {
  const issued = await house.application.get(FirstLink).issue(administrator);
  if (issued === undefined) throw new Error('The administrator has a credential already.');
  return issued.url;
}

async function opened(house: House, name: string, link: () => Promise<string>, options: BrowserContextOptions) {
  const people = remembered.get(house) ?? new Map<string, Promise<BrowserContextOptions['storageState']>>();
  remembered.set(house, people);
  const state = people.get(name) ?? link().then((url) => signInWithForm(house.url, name, url));
  people.set(name, state);
  const storageState = await state;
  return (await sharedBrowser()).open({ ...options, ...(storageState !== undefined && { storageState }) });
}

/** Sets the password by the link of the account, then signs in on the page for it. */
async function signInWithForm(url: string, name: string, link: string): Promise<BrowserContextOptions['storageState']> {
  const token = link.slice(link.lastIndexOf('/') + 1);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ password });
  const set = await fetch(`${url}/v1/sign-in/links/${token}/password`, { method: 'POST', headers, body });
  if (!set.ok) throw new Error(`No password is set for ${name}: ${await set.text()}`);
  const context = await (await sharedBrowser()).open();
  const page = await context.newPage();
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${url}/`);
  const state = await context.storageState();
  await context.close();
  return state;
}
