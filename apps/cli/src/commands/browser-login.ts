import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Assay, CommandLineAnswer, CommandLineRequest } from '@assay/sdk';
import type { Context } from '../command.js';
import { whyNoBrowser } from '../input/open-page.js';
import { type Io, write } from '../io.js';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What to do where no browser opens. A server of this machine is reached from another one through a tunnel. */
function elsewhere(reason: string, url: string): string {
  const { hostname: host, port, protocol } = new URL(url);
  const at = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
  const tunnel = loopback.has(host)
    ? `The address is of this machine. From another one, open a tunnel first: ssh -L ${at}:localhost:${at} <this machine>\n`
    : '';
  return `No browser was opened: ${reason}. Open the address in a browser on any machine.\n${tunnel}`;
}

async function showPage(io: Io, { url, userCode }: CommandLineRequest): Promise<void> {
  await write(io.stderr, `Sign in at ${url}\nCheck that the page shows the code ${userCode}, then allow it.\n`);
  const reason = whyNoBrowser(io.env, process.platform);
  if (reason !== undefined) return write(io.stderr, elsewhere(reason, url));
  if (!(await io.openPage(url))) await write(io.stderr, elsewhere('no browser could be started', url));
}

/** Asks until the person has decided, or the request expires. */
async function decided(assay: Assay, request: CommandLineRequest, io: Io): Promise<CommandLineAnswer> {
  while (true) {
    const body = { deviceCode: request.deviceCode };
    const answer = await assay.request('collectCommandLineKey', { body }, { signal: io.signal });
    if (answer.state !== 'waiting') return answer;
    await pause(request.intervalMs, undefined, { signal: io.signal });
  }
}

/** The key that a person allows this command line in the browser. */
export async function keyByBrowser({ io, request }: Context<object>, assay: Assay): Promise<string> {
  const asked = await assay.request('requestCommandLine', { body: { machine: hostname() } }, request);
  await showPage(io, asked);
  const { state, key } = await decided(assay, asked, io);
  if (state !== 'allowed' || key === undefined) throw new Error('The sign-in was denied in the browser.');
  return key;
}
