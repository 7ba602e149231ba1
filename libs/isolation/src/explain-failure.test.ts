import { describe, expect, it } from '@jest/globals';
import { explainFailure, type FailureEvidence } from './explain-failure.js';
import { defaultProfile } from './profile/profile.js';

const outside = new Set([
  '/data',
  '/data/notes.db',
  '/home/assay/admin.key',
  '/srv/app',
  '/srv/app/cache.json',
  '/tmp',
  '/tmp/shared',
]);
const explain = (text: string, parts: Partial<FailureEvidence> = {}) =>
  explainFailure({
    profile: defaultProfile,
    refusals: [],
    texts: [text],
    access: (path) => (path.startsWith('/srv/app') ? 'ro' : path.startsWith('/tmp') ? 'private' : null),
    hide: ['/home/assay'],
    exists: (path) => outside.has(path),
    ...parts,
  });

describe('explainFailure', () => {
  it.each([
    ["ENOENT: no such file or directory, open '/data/notes.db'", /does not show it \/data\/notes\.db.*"folders"/],
    ["ENOENT: no such file or directory, open '/data/new.db'", /does not show it \/data: .*"folders"/],
    ["ENOENT: no such file or directory, open '/tmp/shared/new.db'", /does not show it \/tmp\/shared: .*"folders"/],
    ["[Errno 2] No such file or directory: '/data/notes.db'", /"folders"/],
    ["EROFS: read-only file system, open '/srv/app/cache.json'", /read \/srv\/app\/cache\.json, not write.*mode "rw"/],
    ["PermissionError: [Errno 13] Permission denied: '/data/notes.db'", /"folders"/],
  ])('names the folder in %j', (text, message) => {
    expect(explain(text)).toMatchObject({ setting: 'folders', message: expect.stringMatching(message) });
  });

  it.each([
    "ENOENT: no such file or directory, open '/nowhere/at/all'",
    "ENOENT: no such file or directory, open '/tmp/mine'",
    "ENOENT: no such file or directory, open '/srv/app/missing.json'",
    "EACCES: permission denied, open '/home/assay/admin.key'",
    'The order 17 was not found.',
    '',
  ])('says nothing about %j', (text) => {
    expect(explain(text)).toBeNull();
  });

  it.each([
    ['connect ECONNREFUSED 127.0.0.1:5432', '127.0.0.1:5432'],
    ['getaddrinfo ENOTFOUND db.lan', 'db.lan'],
    ['connection to server at "localhost" (127.0.0.1), port 5433 failed: Connection refused', 'localhost:5433'],
    ["HTTPConnectionPool(host='search.lan', port=9200): Max retries exceeded", 'search.lan:9200'],
    ['dial tcp 10.0.0.5:6379: connect: connection refused', '10.0.0.5:6379'],
  ])('names the host in %j', (text, host) => {
    expect(explain(text)).toMatchObject({ setting: 'hosts', message: expect.stringContaining(`add "${host}"`) });
  });

  it('names a refused host for an error that does not, unless the network is open', () => {
    const refusals = [{ kind: 'host', host: '10.0.0.5', port: 5432 } as const];
    expect(explain('fetch failed', { refusals })).toMatchObject({ setting: 'hosts' });
    expect(explain('connect ECONNREFUSED 127.0.0.1:1', { profile: { ...defaultProfile, network: 'open' } })).toBeNull();
    expect(explain('fetch failed', { refusals, profile: { ...defaultProfile, network: 'none' } })).toMatchObject({
      setting: 'network',
    });
  });

  it('names the limit that an error comes from, and blames no other failure on an earlier one', () => {
    const refusals = [{ kind: 'processes', limit: 48 } as const, { kind: 'memory', limitMb: 300 } as const];
    expect(explain('its process ended with code 137', { refusals })).toMatchObject({ setting: 'memoryMb' });
    expect(explain('spawn /bin/sleep EAGAIN', { refusals })).toMatchObject({ setting: 'processes' });
    expect(explain("ENOENT: no such file or directory, open '/data/new.db'", { refusals })).toMatchObject({
      setting: 'folders',
    });
  });

  it.each([
    'Error: Could not locate the bindings file. Tried: → /app/node_modules/better-sqlite3/build/better_sqlite3.node',
    'Error: No native build was found for platform=linux arch=x64 runtime=node abi=137',
    "Error: Cannot find module '../build/Release/canvas.node'",
    'Error: Could not load the "sharp" module using the linux-x64 runtime',
    'Could not find Chrome (ver. 131.0.6778.204).',
  ])('names install scripts that did not run: %j', (text) => {
    expect(explain(text, { withoutScripts: true })).toMatchObject({ setting: 'installScripts' });
    expect(explain(text)).toBeNull();
  });

  it.each([10, 100, 1_000])('takes time that does not grow with %i KB of hostile text', (kilobytes) => {
    const size = kilobytes * 1_024;
    for (const piece of ["ENOENT '/", 'EACCES /a', '/'.repeat(9), "host='a.", 'getaddrinfo ', "Cannot find module '"])
      expect(explain(piece.repeat(Math.ceil(size / piece.length)), { withoutScripts: true })).toBeNull();
  });
});
