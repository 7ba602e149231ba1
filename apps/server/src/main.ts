import { createServer } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { type Config, ConfigError, readConfig } from '@assay/config';
import { type Application, startApplication } from './application.js';
import { administratorName } from './features/installation/first-start.js';
import { FirstLink, firstLinkFile } from './features/sign-in/first-link.js';
import { StartError } from './platform/system/start-error.js';
import { createLogger } from './platform/telemetry/logger.js';
import { StopSignals } from './stopping/stop-signals.js';

/** What a shell reports of a program that Ctrl-C ended. */
const interruptedCode = 130;

/**
 * Starts the server, prints its address, and stops it on a signal. Errors that an operator can fix are one line and
 * exit code 1.
 */
async function run(onReady: () => void): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  for (const warning of config.warnings) log.warn(warning);
  await requireFreePort(config);
  const signals = new StopSignals({
    isTerminal: process.stdin.isTTY === true,
    monotonic: () => performance.now(),
    endNow: () => process.exit(interruptedCode),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => signals.take(signal));
  const application = await startApplication(config, log);
  const link = await application.get(FirstLink).issue(administratorName);
  process.stdout.write(banner(application, config, link && offerLink(application, config, link.url)));
  onReady();
  await signals.asked;
  process.stdout.write('\nStopping …\n');
  await application.drain(signals.hurry);
  await application.stop();
}

/** Asked before anything is started, so that nothing has to be stopped again. */
function requireFreePort({ host, port }: Config): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const probe = createServer();
  probe.once('error', (error: NodeJS.ErrnoException) => reject(new StartError(portProblem(error, host, port))));
  probe.listen(port, host, () => probe.close(() => resolve()));
  return promise;
}

function portProblem({ code }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use: stop what uses it, or set PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user: set PORT to one above 1023.`;
  return `Cannot listen on ${host}:${port} (${code}): set HOST and PORT to an address of this machine.`;
}

/** Shown to a person at a terminal; a log gets the name of a file for the owner of the folder alone. */
function offerLink(application: Application, config: Config, url: string): string {
  if (process.stdin.isTTY === true && process.stdout.isTTY === true) return url;
  application.get(FirstLink).write(url);
  return `in ${shownPath(config, firstLinkFile)}`;
}

function shownPath({ home }: Config, name: string): string {
  const file = join(home, name);
  return relative(process.cwd(), file).startsWith('..') ? file : relative(process.cwd(), file);
}

function banner({ url }: Application, config: Config, firstLink: string | undefined): string {
  const key = config.adminKey === null ? `in ${shownPath(config, 'admin.key')}` : 'as given in ASSAY_ADMIN_KEY';
  const signIn = firstLink === undefined ? '' : `\n  First sign-in         ${firstLink} (works once, for a day)`;
  return `
  Assay is ready at ${url}

  Administrator's key   ${key}${signIn}
  API and its pages     ${url}/docs
  MCP endpoint          ${url}/mcp

  Try next:             ${besideServer(config)}npx assay search "read a file"

`;
}

/** The command line looks in `.assay` for the server it belongs to, unless ASSAY_HOME names another folder. */
const besideServer = ({ home }: Config): string =>
  resolve(home) === resolve('.assay') ? '' : `ASSAY_HOME=${JSON.stringify(resolve(home))} `;

/** Runs the server until it is stopped, then ends the process. `onReady` is called once it answers. */
export const main = (onReady: () => void): Promise<never> =>
  run(onReady).then(
    () => process.exit(0),
    (error: unknown) => {
      const known = error instanceof StartError || error instanceof ConfigError;
      process.stderr.write(
        known ? `assay: ${(error as Error).message}\n` : `assay: ${(error as Error)?.stack ?? error}\n`,
      );
      process.exit(1);
    },
  );
