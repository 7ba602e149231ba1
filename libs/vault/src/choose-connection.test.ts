import type { Manifest } from '@assay/contracts';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { chooseConnection, holdsCredentials, mending, placeIn } from './choose-connection.js';
import type { Connection } from './connection.js';
import { Connections } from './connections.js';
import { aConnectedServer, aConnection, aToolWith as aTool } from './testing/connection-samples.js';

type Upstream = NonNullable<Manifest['auth']>['upstream'];

const shared = aConnection({ id: 'shared', shared: true, principalId: 'principal-root' });
const loose = aConnection({ id: 'loose', serverId: null, origin: 'https://api.example', namespaces: ['acme'] });

function choose(kept: readonly Connection[], upstream: Upstream, parts: Parameters<typeof aTool>[1] | null = null) {
  const connections = new Connections();
  for (const state of kept) connections.apply({ kind: 'connection', id: state.id, state });
  const version = aTool(upstream && { upstream }, parts ?? {});
  const chosen = chooseConnection(
    { caller: aCaller(), version, server: parts === null ? aConnectedServer() : null },
    connections,
  );
  return chosen.ok ? (chosen.value?.id ?? 'none') : `${chosen.error.code}: ${chosen.error.message}`;
}

describe('which connection a call carries', () => {
  // auth.upstream, what is kept, which
  it.each<[Upstream, readonly Connection[], string]>([
    ['none', [aConnection(), shared], 'none'],
    [undefined, [], 'none'],
    [undefined, [shared], 'none'],
    [undefined, [aConnection()], aConnection().id],
    ['caller', [aConnection(), shared], aConnection().id],
    ['shared', [aConnection(), shared], 'shared'],
    ['shared', [{ ...shared, grantedTo: ['principal-ann'] }], 'shared'],
    ['shared', [{ ...shared, grantedTo: ['principal-bob'] }], 'none'],
    ['shared', [], 'none'],
  ])('%s of %#', (upstream, kept, id) => {
    expect(choose(kept, upstream)).toBe(id);
  });

  it('is the caller’s own or none: nobody else’s stands in', () => {
    const bobs = aConnection({ principalId: 'principal-bob' });
    for (const kept of [[], [shared], [bobs]])
      expect(choose(kept, 'caller')).toMatch(/^connection_needed: .*assay connections add acme\/orders$/);
  });

  it('is refused while it is broken, not agreed to, or made for another address', () => {
    const oauth = { grant: 'authorization_code', issuer: 'i', clientId: null, scopes: [], resource: null } as const;
    expect(choose([aConnection({ state: 'unauthorised', oauth })], 'caller')).toMatch(
      /is waiting for your authorization: assay connections authorize/,
    );
    expect(choose([aConnection({ state: 'broken', problem: 'It said no.' })], 'caller')).toMatch(
      /broken: It said no\. Give it a new credential: assay connections rotate/,
    );
    expect(choose([aConnection({ origin: 'https://old.example' })], undefined)).toMatch(
      /has moved since you connected it/,
    );
    expect(mending({ id: 'c', oauth })).toContain('authorize c');
  });

  it('is none where it was begun and not agreed to, for a tool that may want none; the record’s never stands in', () => {
    const begun = aConnection({ state: 'unauthorised' });
    expect(choose([begun], undefined)).toBe('none');
    const connections = new Connections();
    connections.apply({ kind: 'connection', id: begun.id, state: begun });
    const server = aConnectedServer({ mcp: { url: 'https://orders.example/mcp', headers: { 'x-key': 'kept' } } });
    const chosen = chooseConnection({ caller: aCaller(), version: aTool(undefined), server }, connections);
    expect(chosen).toMatchObject({ ok: false, error: { code: 'connection_needed' } });
  });

  it('for an address without a server, serves tools of the namespaces it names', () => {
    const tool = { endpoint: { url: 'https://api.example/x' }, protocol: 'http' as const };
    expect(choose([loose], 'caller', tool)).toBe('loose');
    expect(choose([loose], undefined, tool)).toBe('loose');
    expect(choose([{ ...loose, namespaces: ['other'] }], 'caller', tool)).toMatch(
      /add https:\/\/api\.example --namespace acme$/,
    );
    // Anybody may publish a tool at that address: one that asks for nothing gets nothing, and is called all the same.
    expect(choose([{ ...loose, namespaces: ['other'] }], undefined, tool)).toBe('none');
    expect(choose([], 'shared', tool)).toMatch(/^connection_needed: .*--shared$/);
  });

  it('can be said to somebody who is not signed in', () => {
    const nobody = { principalId: null, organisationId: null };
    const asked = { caller: nobody, version: aTool({ upstream: 'caller' }), server: aConnectedServer() };
    expect(chooseConnection(asked, new Connections())).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('sign in') },
    });
    expect(placeIn(asked)).toBe('acme/orders');
  });
});

describe('a record that holds credentials', () => {
  it.each([
    [{}, false],
    [{ mcp: { url: 'https://a.example', headers: { 'x-key': 'k' } } }, true],
    [{ mcp: { url: 'https://user:pw@a.example' } }, true],
    [{ mcp: { url: 'https://a.example?key=1' } }, true],
    [{ mcp: { command: 'node', env: { KEY: 'k' } } }, true],
    [{ mcp: null, http: { url: 'https://a.example', query: { key: 'k' } } }, true],
    [{ mcp: null, grpc: { address: 'a.example:1', metadata: { key: 'k' } } }, true],
  ])('%j: %s', (parts, holds) => {
    expect([holdsCredentials(aConnectedServer(parts)), holdsCredentials(null)]).toEqual([holds, false]);
  });
});
