import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server as TcpServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UpstreamAnswer } from '@assay/gateway';
import {
  defaultProfile,
  detectIsolation,
  explainFailure,
  type Isolation,
  type IsolationProfile,
  type IsolationSupport,
  openIsolation,
} from '@assay/isolation';
import type { Server } from '@assay/registry';
import { hostileCommand, serverRecord, upstreamCall, wallClock } from '@assay/testing';
import {
  createMcpTransport,
  EgressGuard,
  type McpUpstreams,
  profilePermit,
  type StartCommand,
} from '@assay/transports';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';

const support = await detectIsolation();
const whereIsolated = support.kind === 'bubblewrap' ? describe : describe.skip;

const ownAddress =
  Object.values(networkInterfaces())
    .flat()
    .find((it) => it?.family === 'IPv4' && !it.internal)?.address ?? '127.0.0.2';

let folder: string;
let database: TcpServer;
let local: TcpServer;
let victim: ChildProcess;
let isolation: Isolation | undefined;
let upstreams: McpUpstreams | undefined;

const port = (server: TcpServer) => (server.address() as AddressInfo).port;
const answering = () => createServer((socket) => socket.on('error', () => {}).end('what the database says'));

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-hostile-')));
  mkdirSync(join(folder, 'home', 'state', 'servers', 'neighbour', 'shared', 'home'), { recursive: true });
  writeFileSync(join(folder, 'home', 'admin.key'), 'the key of the installation');
  writeFileSync(join(folder, 'home', 'state', 'servers', 'neighbour', 'shared', 'home', 'token'), 'of a neighbour');
  database = answering().listen(0, '0.0.0.0');
  local = answering().listen(join(folder, 'database.sock'));
  await Promise.all([once(database, 'listening'), once(local, 'listening')]);
  victim = spawn('/bin/sleep', ['600'], { env: { ATTACK_CANARY: 'a secret of another process' }, stdio: 'ignore' });
  await once(victim, 'spawn');
});
afterAll(async () => {
  victim.kill('SIGKILL');
  database.close();
  local.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await upstreams?.close();
  isolation?.close();
});

const targets = () => ({
  home: join(folder, 'home'),
  neighbour: join(folder, 'home', 'state', 'servers', 'neighbour'),
  database: { host: '127.0.0.1', port: port(database) },
  socket: join(folder, 'database.sock'),
  private: { host: ownAddress, port: port(database) },
  victim: victim.pid as number,
});

/** A transport whose commands are started as `how` allows, under a profile. */
function startedWith(how: IsolationSupport, parts: Partial<IsolationProfile> = {}) {
  const home = join(folder, 'home');
  const profile = { ...defaultProfile, memoryMb: 384, processes: 48, ...parts };
  const except = [{ host: '127.0.0.1', port: port(database) }];
  const opened = openIsolation({
    support: how,
    stateFolder: join(home, 'state'),
    hide: [home],
    permitFor: (it) => profilePermit({ ...it, except }),
  });
  isolation = opened;
  const startCommand: StartCommand = async ({ id, mcp }) => {
    if (mcp === null || 'url' in mcp) throw new Error('It has no command.');
    const started = await opened.start({ ...mcp, profile, state: `servers/${id}/shared` });
    return {
      child: started.child,
      terminate: () => started.terminate(),
      kill: () => started.kill(),
      explain: (texts) =>
        explainFailure({
          profile,
          refusals: started.refusals,
          texts,
          access: (path) => started.access(path),
          hide: [home],
        })?.message ?? null,
    };
  };
  const guard = new EgressGuard({ allow: [], loopback: false, except: [] });
  upstreams = createMcpTransport({
    clock: wallClock,
    guard,
    identity: { name: 'assay-test', version: '1.0.0' },
    startCommand,
  });
  const server: Server = serverRecord('hostile', hostileCommand(targets()));
  return async (name: string) => {
    const answer = await (upstreams as McpUpstreams).transport.call(upstreamCall(server, 'attack', { name }));
    return answer.ok ? said(answer.value) : answer.error.message;
  };
}

const said = ({ content, warnings = [] }: UpstreamAnswer) => [String(content[0]?.text), ...warnings].join(' | ');

whereIsolated('a hostile command in its sandbox', () => {
  it('sees nothing of Assay, of its neighbours and of other processes', async () => {
    const attack = startedWith(support);
    for (const name of ['home', 'neighbour', 'environments', 'socket', 'ptrace', 'signal', 'namespaces'])
      expect(`${name} ${await attack(name)}`).toMatch(new RegExp(`^${name} stopped:`));
    expect(await attack('ownEnvironment')).not.toMatch(/CANARY|ASSAY_/);
  });

  it('reaches no database, no private address and no metadata service, even when its profile names the database', async () => {
    const attack = startedWith(support, { hosts: [`127.0.0.1:${port(database)}`] });
    for (const name of ['database', 'private', 'metadata'])
      expect(`${name} ${await attack(name)}`).toMatch(new RegExp(`^${name} stopped:`));
  });

  it('reaches the private address that its profile names, and nothing else', async () => {
    const attack = startedWith(support, { hosts: [`${ownAddress}:${port(database)}`] });
    expect(await attack('database')).toMatch(/^stopped:/);
    expect(await attack('metadata')).toMatch(/^stopped:.*169\.254\.169\.254:80.*"hosts"/);
    if (support.network === 'any-address') expect(await attack('private')).toMatch(/^REACHED: answered/);
  });

  it('has a network of its own with the profile "none"', async () => {
    const attack = startedWith(support, { network: 'none' });
    for (const name of ['database', 'private', 'metadata']) expect(await attack(name)).toMatch(/^stopped:/);
  });

  it('is stopped by its limits on processes and memory, and the error names the setting', async () => {
    const attack = startedWith(support);
    expect(await attack('forks')).toMatch(/^stopped:.*"processes"/);
    expect(await attack('memory')).toMatch(/"memoryMb"/);
  });
});

describe('a hostile command where the machine does not isolate', () => {
  const none: IsolationSupport = { ...support, kind: 'none', reason: 'It is switched off for this test.' };

  it('gets none of the environment of the server, and its limits hold', async () => {
    const attack = startedWith(none);
    expect(await attack('ownEnvironment')).not.toMatch(/CANARY|ASSAY_/);
    expect(await attack('home')).toMatch(/^REACHED: /);
    expect(await attack('memory')).toMatch(/"memoryMb"/);
  });

  it('is reported when there is no such program', async () => {
    const opened = openIsolation({ support: none, stateFolder: folder, hide: [], permitFor: () => async () => [] });
    await expect(
      opened.start({ command: 'no-such-program-here', profile: defaultProfile, state: 'none' }),
    ).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
