import { type Failure, fail, ok, type Result, startDeadline } from '@assay/kernel';
import { InMemoryNotices, TurnClock } from '@assay/kernel/testing';
import { aCaller } from '@assay/registry/testing';
import {
  type Connection,
  noCredentials,
  type OAuthClient,
  ProvideCredential,
  type Provided,
  sealSecret,
  sealTokens,
} from '@assay/vault';
import {
  aConnectedServer,
  aConnection,
  aToolWith as aTool,
  plainSealer,
  connectionToken as token,
} from '@assay/vault/testing';
import { describe, expect, it } from '@jest/globals';
import { callingWith, needConnection } from '../call-tool.js';
import { aCall, aCallWith } from '../testing/a-call.js';
import { SmallHouse } from '../testing/small-house.js';
import type { UpstreamAnswer } from '../upstream-answer.js';
import { callWithCredential } from './call-with-credential.js';

const { id } = aConnection();
const answer: UpstreamAnswer = { content: [{ type: 'text', text: 'ok' }], isError: false, source: 'mcp:acme/orders' };
const turnedAway = (header: string | null = null) =>
  fail('upstream_error', `It refuses ${token}.`, { outcome: 'none', data: { challenge: { status: 401, header } } });

async function gateway(connection: Connection | null, issued = 'a2') {
  const house = await SmallHouse.open();
  const { connections, connectionStore: store, audit, directory, clock } = house;
  if (connection !== null) await store.add(connection);
  await house.feed.caughtUp();
  const oauth = {
    clientCredentials: async () => ok({ accessToken: issued, expiresAt: null }),
  } as unknown as OAuthClient;
  const ports = {
    connections,
    store,
    oauth,
    sealer: plainSealer,
    audit,
    notices: new InMemoryNotices(),
    directory,
    clock,
  };
  const credentials = new ProvideCredential(ports);
  const call = aCall({ deadline: startDeadline(clock, 30_000) }, aTool({ upstream: 'caller' }));
  const asked = callingWith(call, aConnectedServer());
  const sent: Provided[] = [];
  const turnClock = new TurnClock();
  const run = async (...answers: Result<UpstreamAnswer, Failure>[]) => {
    const provided = await credentials.of(asked);
    if (!provided.ok) return provided;
    const reach = async (carried: Provided) => {
      sent.push(carried);
      return answers.shift() ?? ok(answer);
    };
    return callWithCredential(call, asked, provided.value, credentials, { reach, clock: turnClock });
  };
  return { call, run, sent, credentials, turnClock };
}

const machine = aConnection({
  kind: 'oauth2',
  oauth: { grant: 'client_credentials', issuer: 'https://issuer.example', clientId: 'me', scopes: [], resource: null },
  secret: sealSecret(plainSealer, id, { kind: 'oauth2', clientSecret: 's' }),
  tokens: sealTokens(plainSealer, id, { accessToken: 'a1' }),
});

describe('a call with a credential', () => {
  it('carries it in the record of its server, and says whose it was', async () => {
    const { call, run, sent } = await gateway(aConnection());
    expect(await run()).toEqual(ok(answer));
    expect(sent[0]?.server?.mcp).toMatchObject({ headers: { authorization: `Bearer ${token}` } });
    expect(call.resolved.connection).toEqual({ id, shared: false });
  });

  it('gets back nothing that shows it: answers, failures, progress', async () => {
    const { run } = await gateway(aConnection());
    const echo = { ...answer, structured: { sent: `Bearer ${token}` } };
    expect(await run(ok(echo))).toMatchObject({ ok: true, value: { structured: { sent: 'Bearer [hidden]' } } });
    const failed = await run(fail('tool_error', `no ${token}`, { data: { upstreamError: { data: [token] } } }));
    expect(JSON.stringify(failed)).not.toContain(token);
  });

  it('is cleaned of it in turns of the event loop when the answer is large, until the call is cancelled', async () => {
    const { run, turnClock, call } = await gateway(aConnection());
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ id: at, note: at === 9_999 ? token : 'none' }));
    const cleaned = await run(ok({ ...answer, structured: { rows } }));
    expect(JSON.stringify(cleaned)).not.toContain(token);
    expect(cleaned).toMatchObject({ ok: true });
    expect(turnClock.turns).toBeGreaterThan(20);
    const before = turnClock.turns;
    expect(await run(ok({ ...answer, structured: { token } }))).toMatchObject({ ok: true });
    expect(turnClock.turns).toBe(before);
    call.resolved.deadline.cancel();
    expect(await run(ok({ ...answer, structured: { rows } }))).toMatchObject({
      ok: false,
      error: { code: 'cancelled' },
    });
  });

  it('is made once more with a new token when the upstream refuses one that can be renewed', async () => {
    const { run, sent } = await gateway(machine);
    expect(await run(turnedAway())).toEqual(ok(answer));
    expect(sent.map((it) => it.credential?.headers.authorization)).toEqual(['Bearer a1', 'Bearer a2']);
    const twice = await run(turnedAway(), turnedAway());
    expect(twice).toMatchObject({ ok: false, error: { code: 'credential_refused', outcome: 'none' } });
  });

  it('fails with what to do when the upstream refuses one that cannot', async () => {
    const { run } = await gateway(aConnection());
    const refused = await run(turnedAway());
    expect(refused).toMatchObject({ ok: false, error: { code: 'credential_refused' } });
    const { message, data } = (refused as { error: Failure }).error;
    expect(message).toContain(`assay connections rotate ${id}`);
    expect({ data, leaks: message.includes(token) }).toEqual({ data: undefined, leaks: false });
  });

  it('says which scopes the upstream misses', async () => {
    const agreed = { ...machine, oauth: { ...machine.oauth, grant: 'authorization_code' } } as Connection;
    const { run } = await gateway(agreed);
    const refused = await run(turnedAway('Bearer error="insufficient_scope", scope="a b"'));
    expect((refused as { error: Failure }).error.message).toContain(`authorize ${id} --scope "a b"`);
  });
});

describe('a call without one', () => {
  it('names the connection that the upstream requires', async () => {
    const { credentials, call } = await gateway(null);
    const asked = { ...callingWith(call, aConnectedServer()), version: aTool(undefined) };
    const provided = { server: aConnectedServer(), credential: undefined };
    const made = await callWithCredential(call, asked, provided, credentials, {
      reach: async () => turnedAway(),
      clock: new TurnClock(),
    });
    expect(made).toMatchObject({ ok: false, error: { code: 'connection_needed' } });
    expect((made as { error: Failure }).error.message).toContain('assay connections add acme/orders');
    const kept = {
      ...asked,
      server: aConnectedServer({ mcp: { url: 'https://a.example', headers: { authorization: 'x' } } }),
    };
    expect(credentials.refusal(kept, undefined, turnedAway().error)).toMatchObject({ code: 'credential_refused' });
    expect(noCredentials.refusal(asked, undefined, turnedAway().error)).not.toHaveProperty('data');
  });

  it('ends before anything is counted', async () => {
    const { credentials, call } = await gateway(null);
    const stage = needConnection(credentials, { serverFor: () => aConnectedServer() });
    expect(await stage.run(aCallWith(call, { caller: aCaller() }))).toMatchObject({ code: 'connection_needed' });
    const { credentials: others } = await gateway(aConnection());
    expect(await needConnection(others, { serverFor: () => aConnectedServer() }).run(call)).toBeUndefined();
  });

  it('cannot carry in a query what has none, on no server either', async () => {
    const secret = sealSecret(plainSealer, id, { kind: 'apiKey', value: 'k-1234' });
    const parts = { kind: 'apiKey', place: 'query', name: 'key', secret, serverId: null } as const;
    const { credentials, call } = await gateway(
      aConnection({ ...parts, origin: 'https://api.example', namespaces: ['acme'] }),
    );
    const at = (protocol: 'grpc' | 'http', endpoint: Record<string, unknown>) => ({
      ...callingWith(call, null),
      version: aTool({ upstream: 'caller' }, { protocol, endpoint }),
    });
    expect(await credentials.of(at('http', { url: 'https://api.example/x' }))).toMatchObject({ ok: true });
    expect(await credentials.of(at('grpc', { address: 'https://api.example' }))).toMatchObject({
      ok: false,
      error: { code: 'connection_needed', message: expect.stringContaining('no query parameters') },
    });
  });

  it('cannot carry what does not fit its server', async () => {
    const secret = sealSecret(plainSealer, id, { kind: 'apiKey', value: 'k-1234' });
    const { run } = await gateway(aConnection({ kind: 'apiKey', place: 'env', name: 'X', secret }));
    expect(await run()).toMatchObject({
      ok: false,
      error: { code: 'connection_needed', message: expect.stringContaining('does not fit') },
    });
  });
});
