#!/usr/bin/env node
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKit } from '@assay/kit';
import { startGuardProxy } from './engine/guard-proxy.js';
import { createBrowserServer } from './server.js';
import { BrowserSession } from './session/browser-session.js';
import { Downloads } from './session/downloads.js';
import { encryptedProfile, noProfile } from './session/profile.js';

const allowOption = '--allow=';

/**
 * `assay-kit-browser [--allow=host:port]…`: one browser for one caller, over standard input and output. Everything goes
 * through HTTP_PROXY where it is set; otherwise through a proxy that reaches public addresses and what is allowed.
 * BROWSER_PROFILE_KEY keeps the profile, encrypted with it.
 */
await startKit('assay-browser', async (args, onBug) => {
  const allowed = args.filter((it) => it.startsWith(allowOption)).map((it) => it.slice(allowOption.length));
  const key = process.env.BROWSER_PROFILE_KEY || undefined;
  const profile = key === undefined ? noProfile : encryptedProfile(join(homedir(), '.assay-browser'), key);
  let own: Promise<string> | null = null;
  const proxy = (): Promise<string> => {
    const given = process.env.HTTP_PROXY;
    own ??= given ? Promise.resolve(given) : startGuardProxy(allowed).then(({ address }) => address);
    return own;
  };
  const session = new BrowserSession({ profile, proxy });
  const downloads = new Downloads(join(tmpdir(), `assay-downloads-${process.pid}`));
  const stop = () => void session.end().finally(() => process.exit());
  process.stdin.once('end', stop);
  process.once('SIGTERM', stop);
  return () => createBrowserServer({ session, downloads, onBug });
});
