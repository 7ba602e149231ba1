import { Directory } from '@assay/identity';
import { fail, startDeadline } from '@assay/kernel';
import { FakeClock, InMemoryAuditLog, InMemoryNotices } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import type { Connection } from './connection.js';
import { Connections } from './connections.js';
import { type CredentialPorts, ProvideCredential } from './provide-credential.js';
import {
  aConnectedServer,
  aConnection,
  aToolWith,
  connectionToken,
  plainSealer,
} from './testing/connection-samples.js';

function setUp(connection?: Connection) {
  const clock = new FakeClock(0);
  const connections = new Connections();
  if (connection !== undefined) connections.apply({ kind: 'connection', id: connection.id, state: connection });
  const notices = new InMemoryNotices();
  const ports = {
    ...{ connections, notices, clock, sealer: plainSealer, audit: new InMemoryAuditLog() },
    ...{ directory: new Directory(), store: { find: async () => connection } },
  } as unknown as CredentialPorts;
  const version = aToolWith({ upstream: 'caller' });
  const call = { caller: aCaller(), version, server: aConnectedServer(), deadline: startDeadline(clock, 1_000) };
  return { provide: new ProvideCredential(ports), call, notices, clock };
}
const refusedBy = fail('upstream_error', 'It refuses.', { data: { challenge: { status: 401 } } }).error;

describe('ProvideCredential', () => {
  it("puts the caller's own credential into the call's server", async () => {
    const { provide, call } = setUp(aConnection());
    const provided = await provide.of(call);
    expect(provided).toMatchObject({ ok: true, value: { credential: { connectionId: aConnection().id } } });
    expect(JSON.stringify(provided.ok && provided.value.server)).toContain(connectionToken);
    expect([provide.objection(call), provide.carried(call)?.id]).toEqual([undefined, aConnection().id]);
  });

  it('asks for a connection when the tool wants one and there is none', async () => {
    const { provide, call } = setUp();
    expect(await provide.of(call)).toMatchObject({ error: { code: 'connection_needed' } });
    expect(provide.objection(call)).toMatchObject({ code: 'connection_needed' });
    expect(provide.refusal(call, undefined, refusedBy)).toMatchObject({ code: 'connection_needed', outcome: 'none' });
  });

  it('explains a refused credential, has no other one without OAuth, and notifies its owner once an hour', async () => {
    const { provide, call, notices, clock } = setUp(aConnection());
    const provided = await provide.of(call);
    const credential = (provided.ok ? provided.value.credential : undefined) as NonNullable<
      (typeof provided & { ok: true })['value']['credential']
    >;
    const refusal = provide.refusal(call, credential, refusedBy);
    expect(refusal).toMatchObject({ code: 'credential_refused', outcome: 'none' });
    expect(refusal).not.toHaveProperty('data');
    expect(await provide.instead(call, credential)).toBeUndefined();
    for (const ms of [0, 1, 2 * 3_600_000]) {
      clock.advance(ms);
      provide.noteRefusal(credential.connectionId);
    }
    expect(notices.sent).toHaveLength(2);
  });
});
