import { describe, expect, it } from '@jest/globals';
import { Connections, targetOf } from './connections.js';
import { aConnection } from './testing/connection-samples.js';

const put = (connections: Connections, state: ReturnType<typeof aConnection>) =>
  connections.apply({ kind: 'connection', id: state.id, state });

describe('Connections', () => {
  it('finds by owner and target, and forgets what is gone', () => {
    const connections = new Connections();
    const own = aConnection();
    const shared = aConnection({ id: 'c2', shared: true, principalId: 'principal-root' });
    const loose = aConnection({ id: 'c3', serverId: null, origin: 'https://api.example' });
    for (const it of [own, shared, loose]) put(connections, it);
    expect(connections.own('principal-ann', 'server-orders')).toBe(own);
    expect(connections.own('principal-root', 'server-orders')).toBeUndefined();
    expect(connections.shared('org-acme', 'server-orders')).toBe(shared);
    expect(connections.own('principal-ann', 'https://api.example')).toBe(loose);
    expect([...connections.all()]).toHaveLength(3);
    connections.apply({ kind: 'connection', id: own.id, state: null });
    expect([connections.get(own.id), connections.own('principal-ann', 'server-orders')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(targetOf(loose)).toBe('https://api.example');
  });

  it('tells of what was carried and is not any more', () => {
    const connections = new Connections();
    const reports: unknown[] = [];
    connections.listen((id, isReplaced) => reports.push([id, isReplaced]));
    put(connections, aConnection());
    put(connections, aConnection({ state: 'broken' }));
    expect(reports).toEqual([]);
    const { id } = aConnection();
    put(connections, aConnection({ revision: 2, tokens: 'renewed' }));
    put(connections, aConnection({ revision: 3, secret: 'rotated' }));
    connections.apply({ kind: 'connection', id, state: null });
    expect(reports).toEqual([
      [id, false],
      [id, true],
      [id, true],
    ]);
  });
});
