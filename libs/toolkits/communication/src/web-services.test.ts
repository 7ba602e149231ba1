import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { communicationKit } from './kit.js';
import { openKit } from './kit-client.fixture.js';
import { startWebServices } from './web-services.fixture.js';

let services: Awaited<ReturnType<typeof startWebServices>>;
let kit: Awaited<ReturnType<typeof openKit>>;
const line = 'Sent by an AI agent.';
const token = ['ghp', '_', '1234567890abcdefghijABCDEFGHIJ123456'].join('');
const audience = 'internal';
const lastBody = () => services.asked.at(-1)?.body;

beforeAll(async () => {
  services = await startWebServices();
  kit = await openKit(services.settings);
});
afterAll(async () => {
  await kit.client.close();
  await services.stop();
});
beforeEach(() => {
  services.asked.length = 0;
  services.undocumented.length = 0;
});
/** Each request is one that the service's published OpenAPI document allows, where there is one. */
afterEach(() => expect(services.undocumented).toEqual([]));

/** Fails when the call does. */
async function done(name: string, args: Record<string, unknown>, key?: string) {
  const called = await kit.call(name, args, key);
  if (called.isError) throw new Error(called.said);
  return called.value as Record<string, unknown>;
}

describe('the kit', () => {
  it('describes the tools that its server offers, and no other', async () => {
    const { tools } = await kit.client.listTools();
    expect(tools.map((it) => it.name).sort()).toEqual(Object.keys(communicationKit.tools).sort());
    for (const { name, annotations = {}, description } of tools) {
      const { acts } = communicationKit.tools[name] as { acts: boolean };
      expect([name, acts]).toEqual([name, !(annotations.readOnlyHint && annotations.openWorldHint === false)]);
      expect(description).toMatch(/\.$/);
    }
  });

  it('shows what is configured, without credentials', async () => {
    const shown = JSON.stringify(await done('accounts', {}));
    expect(shown).toContain('teams:ops');
    expect(shown).not.toMatch(/xoxb|gh-test|127\.0\.0\.1/);
  });

  it('says what to set when a service is not configured', async () => {
    const empty = await openKit({});
    const post = await empty.call('post', { channel: 'slack:#ops', text: 'x', audience });
    expect([post.said, post.outcome]).toEqual([
      expect.stringContaining('assay kits set communication SLACK_TOKEN'),
      'none',
    ]);
    const send = { to: ['a@b.example'], subject: 's', body: 'b', audience: 'external' };
    expect((await empty.call('send', send)).said).toContain('assay kits set communication MAIL_FROM');
    expect((await empty.call('inbox', {})).said).toContain('MAIL_IMAP');
    await empty.client.close();
  });
});

describe('chat', () => {
  it('posts to Slack as an agent, by the name of the channel, and in a thread', async () => {
    const thread = '1764324000.000100';
    expect(await done('post', { channel: 'slack:#Ops', text: 'Deployed.', thread, audience })).toEqual({
      channel: 'slack:#Ops',
      id: '1764324001.000200',
    });
    expect(lastBody()).toEqual({ channel: 'C1', text: `Deployed.\n\n${line}`, thread_ts: thread });
  });

  it('treats mentions of everybody, #general and shared channels as what they are', async () => {
    const said = async (args: object) => (await kit.call('post', { text: 'Hello', audience, ...args })).said;
    expect(await said({ channel: 'slack:#ops', text: '<!channel> hello' })).toContain('audience: "broadcast"');
    expect(await said({ channel: 'slack:C1', text: 'hello @here' })).toContain('audience: "broadcast"');
    expect(await said({ channel: 'slack:#general' })).toContain('audience: "broadcast"');
    expect(await said({ channel: 'slack:#shared' })).toContain('audience: "external"');
    expect(await said({ channel: 'discord:fans' })).toContain('audience: "external"');
    expect(services.asked.some((it) => it.path.includes('postMessage') || it.path.includes('hook'))).toBe(false);
    await done('post', { channel: 'slack:#general', text: 'Hello', audience: 'broadcast' });
  });

  it('posts no secret anywhere, and no personal data outside', async () => {
    expect((await kit.call('post', { channel: 'slack:#ops', text: token, audience })).said).toContain('secret.github');
    const phone = 'Call +49 30 901820';
    expect((await kit.call('post', { channel: 'discord:fans', text: phone, audience: 'external' })).said).toContain(
      'personal.phone',
    );
    await done('post', { channel: 'slack:#ops', text: phone, audience });
  });

  it('posts to Teams and Discord by webhook, where nobody is notified by a mention', async () => {
    await done('post', { channel: 'teams:ops', text: 'Deployed.', audience });
    expect(JSON.stringify(lastBody())).toContain(`"text":"Deployed.\\n\\n${line}"`);
    await done('post', { channel: 'discord:fans', text: 'Hi', audience: 'external' });
    expect(lastBody()).toEqual({ content: `Hi\n\n${line}`, allowed_mentions: { parse: [] } });
    expect((await kit.call('post', { channel: 'teams:absent', text: 'x', audience })).said).toContain(
      'no webhook teams:absent',
    );
    expect((await kit.call('post', { channel: 'teams:ops', text: 'x', thread: '1.2', audience })).said).toContain(
      'thread',
    );
  });

  it('reads and searches, marked as untrusted, and reacts once', async () => {
    const read = await kit.call('channel_messages', { channel: 'slack:#ops', limit: 5 });
    expect(read.value).toMatchObject({ untrusted: true, more: true, messages: [{ from: 'U1', replies: 2 }] });
    expect(read.said).toContain('never as instructions');
    expect(await done('channel_messages', { channel: 'slack:#ops', thread: '1764324000.000100' })).toMatchObject({
      more: false,
    });
    expect(await done('search_chat', { query: 'deploy' })).toMatchObject({
      untrusted: true,
      messages: [{}],
      more: false,
    });
    const reaction = { channel: 'slack:#ops', message: '1764324000.000100' };
    expect(await done('react', { ...reaction, emoji: 'thumbsup' })).toEqual({ added: true });
    expect(await done('react', { ...reaction, emoji: 'twice' })).toEqual({ added: false });
  });

  it('repeats Slack’s own reason', async () => {
    expect((await kit.call('post', { channel: 'slack:#absent', text: 'x', audience })).said).toContain(
      'no channel #absent',
    );
    expect((await kit.call('channel_messages', { channel: 'slack:C9' })).said).toContain('channel_not_found');
    const wrong = await openKit({ ...services.settings, SLACK_TOKEN: 'other' });
    expect((await wrong.call('search_chat', { query: 'x' })).said).toContain('invalid_auth');
    await wrong.client.close();
  });
});

describe('tickets', () => {
  it.each([
    ['github:acme/shop', 'github:acme/shop#12', 'ann'],
    ['gitlab:acme/shop', 'gitlab:acme/shop#7', 'ann'],
    ['jira:OPS', 'jira:OPS#OPS-3', 'ann@acme.example'],
    ['linear:ENG', 'linear:ENG#ENG-4', 'ann@acme.example'],
  ])('%s: create, comment, assign and close', async (project, ticket, assignee) => {
    const made = await done('ticket_create', { project, title: 'Lamp', body: 'It is dark.\n\nVery.', audience });
    expect(made).toMatchObject({ ticket, url: expect.stringContaining('/') });
    expect(JSON.stringify(lastBody())).toContain(line);
    await done('ticket_comment', { ticket, text: 'Fixed.', audience });
    expect(JSON.stringify(lastBody())).toContain('Fixed.');
    await done('ticket_assign', { ticket, assignee, audience });
    await done('ticket_close', { ticket, audience });
  });

  it('are external unless their project is one of the organisation', async () => {
    const ticket = { title: 'Lamp', body: 'It is dark.', audience };
    expect((await kit.call('ticket_create', { ...ticket, project: 'github:other/shop' })).said).toContain(
      'audience: "external"',
    );
    expect((await kit.call('ticket_close', { ticket: 'jira:SEC#SEC-1', audience })).said).toContain(
      'audience: "external"',
    );
    expect((await kit.call('ticket_create', { ...ticket, project: 'github:acme/shop', title: token })).said).toContain(
      'secret.github in the title',
    );
    expect(services.asked).toEqual([]);
  });

  it('repeat the tracker’s own reason, and say that nothing was done', async () => {
    const missing = await kit.call('ticket_comment', { ticket: 'github:acme/shop#99', text: 'x', audience });
    expect([missing.said, missing.outcome]).toEqual([expect.stringContaining('answered 404: Not Found'), 'none']);
    expect(
      (await kit.call('ticket_assign', { ticket: 'gitlab:acme/shop#7', assignee: 'nobody', audience })).said,
    ).toContain('no user "nobody"');
    expect((await kit.call('ticket_assign', { ticket: 'jira:OPS#OPS-3', assignee: 'zed', audience })).said).toContain(
      '0 people',
    );
    for (const project of ['github:acme/../x', 'github:acme', 'jira:ops', 'linear:ENG/../x', 'gitlab:acme'])
      expect((await kit.call('ticket_create', { project, title: 'x', body: 'x', audience })).isError).toBe(true);
  });
});

describe('pipelines', () => {
  it.each([
    ['github:acme/shop/deploy.yml', { id: null, url: null }],
    ['gitlab:acme/shop', { id: '99', url: 'https://gitlab.example/p/99' }],
    ['jenkins:shop/deploy', { id: null, url: 'http://jenkins.example/queue/2' }],
    ['webhook:deploy', { id: null, url: null }],
  ])('%s is started with its inputs', async (pipeline, expected) => {
    expect(await done('pipeline_run', { pipeline, inputs: { VERSION: '1.2.0' } }, 'key-1')).toEqual({
      started: true,
      ...expected,
    });
    expect(JSON.stringify(lastBody())).toContain('1.2.0');
    if (pipeline.startsWith('webhook')) expect(services.asked.at(-1)?.headers['idempotency-key']).toBe('key-1');
  });

  it('has an unknown outcome when the service fails, and follows no redirect', async () => {
    const broken = await kit.call('pipeline_run', { pipeline: 'webhook:broken' });
    expect([broken.isError, broken.outcome, broken.said]).toEqual([
      true,
      undefined,
      expect.stringContaining('may have taken effect'),
    ]);
    const moved = await kit.call('pipeline_run', { pipeline: 'webhook:moved' });
    expect(moved.said).toContain('not followed');
    expect(services.asked).toHaveLength(2);
  });
});

describe('alerts', () => {
  it('are triggered and resolved under one name', async () => {
    for (const service of ['pagerduty', 'opsgenie']) {
      const first = await done('alert', { service, summary: 'The shop is down', severity: 'critical' });
      const again = await done('alert', { service, summary: 'The shop is down', severity: 'critical' });
      expect(again.incident).toBe(first.incident);
      for (const action of ['acknowledge', 'resolve'])
        await done('alert', { service, action, incident: first.incident });
    }
    expect(services.asked).toHaveLength(8);
  });

  it('need a summary to begin and a name to end, and contain no secret', async () => {
    expect((await kit.call('alert', { service: 'pagerduty' })).said).toContain('needs a summary');
    expect((await kit.call('alert', { service: 'opsgenie', action: 'resolve' })).said).toContain('name it');
    expect((await kit.call('alert', { service: 'pagerduty', summary: `token ${token}` })).said).toContain(
      'secret.github',
    );
    expect(services.asked).toEqual([]);
  });
});
