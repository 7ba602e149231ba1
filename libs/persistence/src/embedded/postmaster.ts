import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { quietEnvironment } from './initialise.js';
import { endPostmaster, readPidFile, signalTo } from './leftover.js';
import type { Place } from './place.js';
import type { SystemUser } from './system-user.js';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

const host = '127.0.0.1';
const startPatienceMs = 60_000;

/**
 * Starts PostgreSQL on a free port and waits until it accepts connections. It has a session of its own, so that Ctrl-C
 * in a terminal reaches only the server, which then stops the database last. A guard ends it if this process is killed;
 * if it is killed itself it is restarted at the same port, and `log` is called.
 */
export async function startPostmaster(
  place: Place,
  user: SystemUser | undefined,
  settings: Readonly<Record<string, string>>,
  log: (message: string) => void,
): Promise<Postmaster> {
  const launchAt = (port: number) => launch(place, user, port, settings);
  const { child, port } = await launchUntilReady(place, freePort, launchAt);
  return new SupervisedPostmaster(child, port, user, log, async () => {
    const again = await launchUntilReady(place, async () => port, launchAt);
    return again.child;
  });
}

async function launchUntilReady(
  place: Place,
  choosePort: () => Promise<number>,
  launchAt: (port: number) => ChildProcess,
): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const port = await choosePort();
    const child = launchAt(port);
    if (await becomesReady(child, place.data)) return { child, port };
    // The port was taken meanwhile, or backends of a killed PostgreSQL are still on their way out: both pass.
    await pause(attempt * 200);
  }
  const said = lastComplaint(place.folder);
  throw new Error(`The embedded database did not start: ${said} Its log is ${logFile(place.folder)}.`);
}

const logFile = (folder: string) => join(folder, 'postgres.log');

function launch(
  place: Place,
  user: SystemUser | undefined,
  port: number,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const file = logFile(place.folder);
  if (existsSync(file)) renameSync(file, `${file}.before`);
  const log = openSync(file, 'a', 0o600);
  if (user) chownSync(file, user.uid, user.gid);
  const all: Record<string, string> = {
    listen_addresses: host,
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    log_min_messages: 'warning',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...settings,
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  try {
    return spawn(place.binaries.postgres, ['-D', place.data, ...options], {
      ...user,
      cwd: '/',
      env: quietEnvironment(),
      detached: true,
      stdio: ['ignore', log, log],
    });
  } finally {
    closeSync(log);
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function becomesReady(child: ChildProcess, data: string): Promise<boolean> {
  let failed = false;
  child.on('error', () => {
    failed = true;
  });
  for (let waitedMs = 0; waitedMs < startPatienceMs; waitedMs += 10) {
    if (failed || hasEnded(child)) return false;
    const file = readPidFile(data);
    if (file?.pid === child.pid && file?.ready) return true;
    await pause(10);
  }
  if (child.pid !== undefined) await endPostmaster(() => !hasEnded(child), child.pid);
  return false;
}

/** PostgreSQL under this process: stopped with it, started again when it ends by itself. */
class SupervisedPostmaster implements Postmaster {
  private child: ChildProcess;
  private dismissGuard: () => void;
  private isStopping = false;
  private restarting: Promise<void> = Promise.resolve();
  // Exit is no signal handler: it runs when the server has decided to go without having stopped the database.
  private readonly onExit = () => signalTo(this.pid, 'SIGINT');

  constructor(
    child: ChildProcess,
    readonly port: number,
    private readonly user: SystemUser | undefined,
    private readonly log: (message: string) => void,
    private readonly launchAgain: () => Promise<ChildProcess>,
  ) {
    this.child = child;
    this.dismissGuard = this.watch(child);
    process.once('exit', this.onExit);
  }

  get pid(): number {
    return this.child.pid as number;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.restarting;
    await endPostmaster(() => !hasEnded(this.child), this.pid);
    process.removeListener('exit', this.onExit);
    this.dismissGuard();
  }

  /** Returns the way to dismiss the guard. */
  private watch(child: ChildProcess): () => void {
    child.unref();
    child.once('exit', (code, signal) => {
      if (!this.isStopping) this.restarting = this.restart(signal ?? `code ${code}`);
    });
    return postGuard(child.pid as number, this.user);
  }

  private async restart(why: string): Promise<void> {
    this.log(`The embedded database ended by itself (${why}); starting it again.`);
    this.dismissGuard();
    try {
      this.child = await this.launchAgain();
      this.dismissGuard = this.watch(this.child);
    } catch (cause) {
      this.log(`${(cause as Error).message} Fix this, then start Assay again.`);
    }
  }
}

/**
 * A shell that waits for the end of its input, which comes when this process dies in whatever way, and then asks
 * PostgreSQL to stop, so that not even `kill -9` leaves it running.
 */
function postGuard(pid: number, user: SystemUser | undefined): () => void {
  if (process.platform === 'win32') return () => undefined;
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1" 2>/dev/null', 'assay-guard', String(pid)], {
    ...user,
    cwd: '/',
    env: quietEnvironment(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.unref();
  (guard.stdin as unknown as { unref?: () => void }).unref?.();
  return () => {
    guard.kill('SIGKILL');
    guard.stdin.destroy();
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

function lastComplaint(folder: string): string {
  const lines = readFileSync(logFile(folder), 'utf8').trim().split('\n');
  return lines.findLast((line) => /FATAL|ERROR|PANIC/.test(line)) ?? lines.at(-1) ?? '';
}
