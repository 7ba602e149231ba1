import type { House } from '../e2e/house.js';
import { startHouse } from '../e2e/house.js';
import { importServer, officialServer } from '../e2e/importing.js';
import { atLocalhost } from '../fixtures/browser.js';
import { issuerClient, type SignInIssuer, startSignInIssuer } from '../fixtures/sign-in-issuer.js';

/** A server with real tools, for the tests of pages. */
export interface ConsoleHouse {
  readonly house: House;
  /** Where people can sign in besides. */
  readonly issuer: SignInIssuer;
  /** Names of the tools of `demo`, an imported server that keeps a graph in memory. */
  readonly tools: readonly string[];
}

let started: Promise<ConsoleHouse> | undefined;

/** One server for all test files of a worker: pages are read far more often than they change what others see. */
export function sharedConsoleHouse(): Promise<ConsoleHouse> {
  started ??= start();
  return started;
}

async function start(): Promise<ConsoleHouse> {
  let url = '';
  const issuer = await startSignInIssuer(() => `${atLocalhost(url)}/v1/sign-in/issuer/callback`);
  const house = await startHouse({
    ASSAY_KITS: 'text',
    ASSAY_SIGN_IN_ISSUER: issuer.url,
    ASSAY_SIGN_IN_CLIENT_ID: issuerClient.id,
    ASSAY_SIGN_IN_CLIENT_SECRET: issuerClient.secret,
    ASSAY_SIGN_IN_NAME: 'Example Corp',
    ASSAY_SIGN_IN_ROLES: 'staff=caller',
  });
  url = house.url;
  await house.admin.post('/v1/namespaces', { name: 'demo', visibility: 'public' });
  const tools = await importServer(house.admin, 'demo', officialServer('memory'), 'memory');
  return { house, tools, issuer };
}
