import { Directory } from '@assay/identity';
import { fail, ok } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { Catalogue, type Server } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aServer, aVersion } from '@assay/registry/testing';
import type { Credential } from '@assay/vault';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { BeginConversation, type BeginPorts } from './begin-conversation.js';
import type { ClientEnd, Conversation, Reply } from './conversation.js';

const secret = 'planted-token-0123';
const credential: Credential = {
  ...{ connectionId: 'c', shared: false, key: 'c:1', origin: 'http://127.0.0.1:9' },
  ...{ headers: { authorization: `Bearer ${secret}` }, query: {}, env: {} },
  secrets: [secret],
};
const withCredential = aServer({ updatedAt: 7 });

let opened: { server: Server; end: ClientEnd; credential: unknown }[];
let closed: number;
let use: BeginConversation;
let asked: number;
let answer: ReturnType<BeginPorts['credentials']['of']>;
let heard: unknown[];

const echo: Reply = { result: { text: `it was ${secret}` } };
const conversation: Conversation = {
  face: { serverInfo: { name: secret }, capabilities: {} },
  request: async () => ok(echo),
  notify: () => {},
  tools: (_tag, _meta, replied) => ({
    call: async () => {
      replied(echo);
      return fail('upstream_error', 'no');
    },
  }),
  close: async () => {
    closed += 1;
  },
};
const end: ClientEnd = {
  capabilities: {},
  ask: async (_method, params) => {
    heard.push(params);
    return { result: {} };
  },
  hear: (_method, params) => void heard.push(params),
  ended: (why) => void heard.push(why),
};

function begin(upstream?: 'none' | 'caller') {
  const directory = new Directory();
  const catalogue = new Catalogue(directory.aliases);
  directory.apply({ kind: 'namespace', id: 'namespace-acme', state: aNamespace() });
  const server = aServer();
  catalogue.apply({ kind: 'server', id: server.id, state: server });
  catalogue.apply({
    kind: 'tool-version',
    id: 'v',
    state: aVersion(aManifest(upstream && { auth: { upstream } }), { id: 'v' }),
  });
  use = new BeginConversation({
    ...{ catalogue, directory, clock: new FakeClock() },
    ...{ examine: async () => [], onProblem: (cause) => void heard.push(cause) },
    conversations: {
      open: async (at, to, _signal, key) => {
        opened.push({ server: at, end: to, credential: key });
        return ok(conversation);
      },
    },
    credentials: {
      of: () => {
        asked += 1;
        return answer;
      },
    },
  });
  return use.run({ server, access: 'whole', caller: aCaller() }, end, new AbortController().signal);
}

beforeEach(() => {
  opened = [];
  heard = [];
  asked = 0;
  closed = 0;
  answer = Promise.resolve(ok({ server: withCredential, credential }));
});

describe('beginning a conversation', () => {
  it('asks for no credential where no tool of the server wants one', async () => {
    expect((await begin('none')).ok).toBe(true);
    expect([asked, opened[0]?.server.updatedAt]).toEqual([0, 0]);
  });

  it('goes with the caller’s own where no tool says whose, as calls of those tools do', async () => {
    expect((await begin()).ok).toBe(true);
    expect([asked, opened[0]?.server, opened[0]?.credential]).toEqual([1, withCredential, credential]);
  });

  it('lasts no longer than its connection', async () => {
    await begin('caller');
    use.endSessionsOf('another');
    expect([heard, closed]).toEqual([[], 0]);
    use.endSessionsOf('c');
    expect([heard, closed]).toEqual([['its credential was replaced or removed'], 1]);
    use.endSessionsOf('c');
    expect(closed).toBe(1);
  });

  it('is forgotten once it has ended by itself or was closed', async () => {
    const one = await begin('caller');
    if (one.ok) await one.value.close();
    use.endSessionsOf('c');
    expect(closed).toBe(1);
    await begin('caller');
    opened[1]?.end.ended('gone');
    use.endSessionsOf('c');
    expect([heard, closed]).toEqual([['gone'], 1]);
  });

  it('goes with the credential the tools want, of which the client is shown nothing', async () => {
    const begun = await begin('caller');
    if (!begun.ok) throw new Error(begun.error.message);
    expect(opened[0]?.server).toBe(withCredential);
    const replies: Reply[] = [];
    const { face } = begun.value;
    const { signal } = new AbortController();
    const reply = await begun.value.request('prompts/list', {}, { tag: 't', signal });
    await begun.value.tools('t', undefined, (it) => replies.push(it)).call({ deadline: { signal } } as never);
    const through = opened[0]?.end as ClientEnd;
    await through.ask('sampling/createMessage', { text: secret }, undefined, new AbortController().signal);
    through.hear('notifications/message', { data: secret }, undefined);
    through.ended(secret);
    expect(JSON.stringify([face, reply, replies, heard])).not.toContain(secret);
    expect(JSON.stringify([face, reply, replies, heard])).toContain('[hidden]');
  });

  it('does not begin without the credential it needs', async () => {
    answer = Promise.resolve(fail('connection_needed', 'Connect first.'));
    expect(await begin('caller')).toMatchObject({ ok: false, error: { code: 'connection_needed' } });
    expect(opened).toEqual([]);
  });
});
