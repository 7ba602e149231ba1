import type { ApprovalDetail, ApprovalView, AuditRecordView, Envelope, PolicyDecisionView } from '@assay/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { LeakyApi } from '../fixtures/leaky-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { eventually } from './eventually.js';
import { type House, startHouse } from './house.js';
import { type McpRevision, mcpClients, mcpRevisions } from './mcp-clients.js';

type Answered = Envelope & Refusal;

let house: House;
let carl: Client;
let dora: Client;
let pia: Client;
const crm = new LeakyApi();
const mailer = new LeakyApi();
const connect = mcpClients();
const mail = 'bob.miller@acme-corp.com';
const iban = 'DE89370400440532013000';
const placeholder = /^assay-masked-personal\.email-[a-z2-7]{26}@masked\.invalid$/;
const anyInput = { type: 'object', properties: { to: { type: 'string' }, note: { type: 'string' } } };
const readOnly = { annotations: { readOnlyHint: true } };

beforeAll(async () => {
  house = await startHouse();
  const [one, other] = await Promise.all([crm.start(), mailer.start()]);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const tool = (name: string, url: string, parts: object = readOnly) =>
    house.admin.post('/v1/tools', httpManifest(`acme/${name}`, { inputSchema: anyInput, endpoint: { url }, ...parts }));
  await tool('crm.find', `${one}/find`);
  await tool('crm.update', `${one}/update`, { annotations: { readOnlyHint: false, destructiveHint: false } });
  await tool('mail.send', `${other}/send`);
  await tool('mail.trusted', `${other}/trusted`);
  await tool('crm.strict', `${one}/find`, {
    ...readOnly,
    outputSchema: { type: 'object', properties: { email: { type: 'string', maxLength: 40 } } },
  });
  for (const name of ['crm.find', 'crm.update', 'mail.send', 'mail.trusted', 'crm.strict'])
    await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
  crm.answers('/find', { name: 'Bob', email: mail, note: `contact ${mail}, account ${iban}` });
  carl = await house.as('carl');
  dora = await house.as('dora');
  pia = await house.as('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] });
});
afterEach(async () => {
  await house.admin.delete('/v1/policies/findings');
});
afterAll(async () => {
  await house.stop();
  crm.stop();
  mailer.stop();
});

const put = async (text: string) => {
  const answer = await house.admin.put<Refusal>('/v1/policies/findings', { text });
  expect([answer.status < 300, answer.body.detail]).toEqual([true, undefined]);
};
const call = (tool: string, input: object = {}, by: Client = carl, more: object = {}) =>
  by.post<Answered>('/v1/invocations', { tool: `acme/${tool}`, input, ...more });
const emailIn = ({ body }: { body: Envelope }): string => (body.output as { email: string }).email;
const maskMail = `@id("mail") @obligation("mask") @reason("no addresses")
forbid (principal, action == Action::"return", resource) when { context.outputFindings.contains("personal.email") };`;

describe('without a policy on findings', () => {
  it('a result is returned whole, and marked with what it contains', async () => {
    const { status, body } = await call('crm.find');
    expect(status).toBe(200);
    expect(body.output).toMatchObject({ email: mail });
    expect(body.provenance?.contains).toEqual(['personal.email', 'personal.iban']);
    expect(body).toMatchObject({ confidence: 1, warnings: [] });
  });
});

describe('a policy that masks results', () => {
  it('replaces what it names at any place, and nothing else, in the result, its record and its digest', async () => {
    const raw = await call('crm.find');
    await put(maskMail);
    const { body } = await call('crm.find');
    const { email, note } = body.output as { email: string; note: string };
    expect(email).toMatch(placeholder);
    expect(note).toBe(`contact ${email}, account ${iban}`);
    expect(JSON.stringify(body)).not.toContain(mail);
    expect(body.provenance?.resultDigest).not.toBe(raw.body.provenance?.resultDigest);
    expect(body.trace.find(({ stage }) => stage === 'return')?.note).toContain('masked by findings');
    const recorded = await carl.get<Answered>(`/v1/invocations/${body.id}`);
    expect(recorded.body.output).toEqual(body.output);
    expect(JSON.stringify(recorded.body)).not.toContain(mail);
  });

  it('a placeholder goes back to the server its value came from, and to no other', async () => {
    await put(maskMail);
    const masked = emailIn(await call('crm.find'));
    const back = await call('crm.update', { to: masked, note: `for ${masked}.` });
    expect(back.status).toBe(200);
    expect(crm.calls('/update').at(-1)).toEqual({ to: mail, note: `for ${mail}.` });
    // What the server repeats of it is a placeholder again.
    expect(back.body.output).toEqual({ received: { to: masked, note: `for ${masked}.` } });
    const elsewhere = await call('mail.send', { to: masked });
    expect(mailer.calls('/send').at(-1)).toEqual({ to: masked });
    expect(elsewhere.body.warnings.join()).toContain('sent as its placeholder');
    const { body } = await house.admin.get<{ items: AuditRecordView[] }>('/v1/audit?limit=100');
    const revealed = body.items.filter(({ action }) => action === 'masked.reveal');
    expect(revealed.map(({ details }) => details.invocationId)).toContain(back.body.id);
    expect(revealed.map(({ details }) => details.invocationId)).not.toContain(elsewhere.body.id);
    expect(JSON.stringify(body.items)).not.toContain(mail);
  });

  it('a permit on the action reveal lets it go to the tool it names, by class and source', async () => {
    const source = new URL(
      (await house.admin.get<{ endpoint: { url: string } }>('/v1/tools/acme/crm.find')).body.endpoint.url,
    ).origin;
    await put(`${maskMail}
@id("to-mailer") permit (principal, action == Action::"reveal", resource == Tool::"acme/mail.trusted")
when { context.class == "personal.email" && context.source == "${source}" };
@id("everything") permit (principal, action, resource);`);
    const masked = emailIn(await call('crm.find'));
    await call('mail.trusted', { to: masked });
    await call('mail.send', { to: masked });
    expect(mailer.calls('/trusted').at(-1)).toEqual({ to: mail });
    expect(mailer.calls('/send').at(-1)).toEqual({ to: masked });
  });

  it('is the same in a session, another one in another, and nobody else’s', async () => {
    await put(maskMail);
    const inOne = { session: 'one' };
    const first = emailIn(await call('crm.find', {}, carl, inOne));
    expect(emailIn(await call('crm.find', {}, carl, inOne))).toBe(first);
    expect(emailIn(await call('crm.find', {}, carl, { session: 'two' }))).not.toBe(first);
    expect(emailIn(await call('crm.find', {}, dora, inOne))).not.toBe(first);
    await call('crm.update', { to: first }, dora, inOne);
    expect(crm.calls('/update').at(-1)).toEqual({ to: first });
    await call('crm.update', { to: first }, carl, { session: 'two' });
    expect(crm.calls('/update').at(-1)).toEqual({ to: first });
    await call('crm.update', { to: first }, carl, inOne);
    expect(crm.calls('/update').at(-1)).toEqual({ to: mail });
  });

  it('a guessed placeholder is sent as the text it is', async () => {
    await put(maskMail);
    const known = emailIn(await call('crm.find'));
    const guessed = known.replace(/[a-z2-7](?=@)/, (it) => (it === 'a' ? 'b' : 'a'));
    await call('crm.update', { to: guessed });
    expect(crm.calls('/update').at(-1)).toEqual({ to: guessed });
  });

  it('placeholders survive a restart', async () => {
    await put(maskMail);
    const masked = emailIn(await call('crm.find'));
    await house.restart();
    await house.admin.get('/v1/me');
    carl = await house.as('carl');
    dora = await house.as('dora');
    pia = await house.as('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] });
    await call('crm.update', { to: masked });
    expect(crm.calls('/update').at(-1)).toEqual({ to: mail });
    const rows = await house.sql<{ sealed: string }>('SELECT * FROM masked_values');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('bob.miller');
  });

  it('denies a result whose schema takes no placeholder, and says that the tool was called', async () => {
    await put(maskMail);
    const { status, body } = await call('crm.strict');
    expect(status).toBe(403);
    expect(body.detail).toMatch(/placeholder does not match its output schema: \/email/);
    expect(JSON.stringify(body)).not.toContain(mail);
  });

  it('masks what a tool says when it fails', async () => {
    await put(maskMail);
    crm.answers('/update', { message: `no customer ${mail}` }, 422);
    const { body } = await call('crm.update', {});
    crm.answers('/update', { ok: true });
    expect(JSON.stringify(body)).not.toContain(mail);
  });
});

describe('a policy that masks arguments', () => {
  const maskInput = `@id("mail") @obligation("mask")
forbid (principal, action == Action::"call", resource == Tool::"acme/mail.send")
when { context.inputFindings.contains("personal.email") };`;

  it('sends a placeholder upstream, and uses it for digests and repeats', async () => {
    await put(maskInput);
    const { status, body } = await call('mail.send', { to: mail, note: `for ${mail}: ${iban}` });
    expect(status).toBe(200);
    const sent = mailer.calls('/send').at(-1) as { to: string; note: string };
    expect(sent.to).toMatch(placeholder);
    expect(sent.note).toBe(`for ${sent.to}: ${iban}`);
    expect(body.trace.find(({ stage }) => stage === 'policy')?.note).toContain('masked');
    await call('mail.trusted', { to: mail });
    expect(mailer.calls('/trusted').at(-1)).toEqual({ to: mail });
  });

  it.each([
    ['no obligation', ''],
    ['withhold', '@obligation("withhold")'],
  ])('with %s denies', async (_, obligation) => {
    await put(`${maskInput.replace('@obligation("mask")', obligation)}`);
    const before = mailer.calls('/send').length;
    const { status, body } = await call('mail.send', { to: mail });
    expect([status, body.code]).toEqual([403, 'denied']);
    expect(mailer.calls('/send')).toHaveLength(before);
    expect((await call('mail.send', { note: 'hello' })).status).toBe(200);
  });

  it('beside an approval masks as well, and shows people what would be sent', async () => {
    await put(`${maskInput}
@id("ask") @obligation("require_approval")
forbid (principal, action == Action::"call", resource == Tool::"acme/mail.send")
when { !context.inputFindings.isEmpty() };`);
    const waiting = await call('mail.send', { to: mail });
    expect([waiting.status, waiting.body.approval?.holds]).toEqual([202, 'call']);
    const id = waiting.body.approval?.id;
    const shown = await pia.get<ApprovalDetail>(`/v1/approvals/${id}`);
    const { to } = shown.body.arguments as { to: string };
    expect(to).toMatch(placeholder);
    expect(shown.body).toMatchObject({ subject: 'call', result: null });
    await pia.post(`/v1/approvals/${id}/decision`, { decision: 'approve' });
    expect(await ended(waiting.body.id)).toMatchObject({ status: 'succeeded' });
    expect(mailer.calls('/send').at(-1)).toEqual({ to });
  });
});

const ended = (id: string, by: Client = carl) =>
  eventually(async () => {
    const found = await by.get<Answered>(`/v1/invocations/${id}`);
    return found.status === 202 ? undefined : found.body;
  }, `the call ${id} to end`);
const decide = (id: string | undefined, decision: 'approve' | 'deny', by: Client = pia) =>
  by.post<ApprovalView & Refusal>(`/v1/approvals/${id}/decision`, { decision, reason: 'looked at it' });

describe.each(['withhold', 'require_approval'])('a policy on results with the obligation %s', (obligation) => {
  const withhold = `@id("look") @obligation("${obligation}") @reason("a person looks first")
forbid (principal, action == Action::"return", resource) when { context.outputFindings.contains("personal.iban") };`;

  it('stores the result until another person releases it, and calls the tool once', async () => {
    await put(withhold);
    const before = crm.calls('/find').length;
    const waiting = await call('crm.find', {}, carl, { idempotencyKey: `release-${obligation}` });
    expect(waiting.status).toBe(202);
    expect(waiting.body).toMatchObject({ status: 'awaiting_approval', outcome: 'done', approval: { holds: 'result' } });
    expect(waiting.headers.get('location')).toBe(`/v1/invocations/${waiting.body.id}`);
    expect(JSON.stringify(waiting.body)).not.toContain(mail);
    expect(waiting.body.provenance?.resultDigest).toBeNull();
    const id = waiting.body.approval?.id;
    const shown = await pia.get<ApprovalDetail>(`/v1/approvals/${id}`);
    expect(shown.body).toMatchObject({
      subject: 'result',
      result: { output: { email: mail }, contains: ['personal.email', 'personal.iban'] },
    });
    // The caller sees that it is pending, but not the result.
    const own = await carl.get<ApprovalDetail>(`/v1/approvals/${id}`);
    expect(JSON.stringify(own.body)).not.toContain(mail);
    expect((await decide(id, 'approve', carl)).status).toBe(403);
    const repeated = await call('crm.find', {}, carl, { idempotencyKey: `release-${obligation}` });
    expect([repeated.status, repeated.body.id]).toEqual([202, waiting.body.id]);
    expect((await decide(id, 'approve')).body.status).toBe('approved');
    const released = await ended(waiting.body.id);
    expect(released).toMatchObject({ status: 'succeeded', output: { email: mail } });
    expect(released.provenance?.resultDigest).toEqual(expect.any(String));
    const again = await call('crm.find', {}, carl, { idempotencyKey: `release-${obligation}` });
    expect(again.body).toMatchObject({ status: 'succeeded', output: { email: mail } });
    expect(crm.calls('/find')).toHaveLength(before + 1);
  });

  it('a denial leaves it with nobody, and says that the tool was called', async () => {
    await put(withhold);
    crm.answers('/update', { iban });
    const before = crm.calls('/update').length;
    const waiting = await call('crm.update');
    await decide(waiting.body.approval?.id, 'deny');
    const body = await ended(waiting.body.id);
    expect(body).toMatchObject({
      status: 'denied',
      error: { code: 'denied', message: 'pia denied the release of the result: looked at it.', outcome: 'done' },
    });
    expect(JSON.stringify(body)).not.toContain(iban);
    expect(crm.calls('/update')).toHaveLength(before + 1);
  });

  it('survives a restart', async () => {
    await put(withhold);
    const waiting = await call('crm.find');
    const before = crm.calls('/find').length;
    await house.restart();
    [carl, dora] = [await house.as('carl'), await house.as('dora')];
    pia = await house.as('pia', { principal: { kind: 'user', name: 'pia' }, scopes: ['approvals:decide'] });
    await decide(waiting.body.approval?.id, 'approve');
    expect(await ended(waiting.body.id)).toMatchObject({ status: 'succeeded', output: { email: mail } });
    expect(crm.calls('/find')).toHaveLength(before);
  });
});

describe('the strictest of several policies', () => {
  const on = (id: string, obligation: string) =>
    `@id("${id}") ${obligation} forbid (principal, action == Action::"return", resource) when { context.outputFindings.contains("personal.iban") };`;

  it.each([
    ['a denial', ['', '@obligation("mask")', '@obligation("withhold")'], 403],
    ['withholding', ['@obligation("mask")', '@obligation("withhold")'], 202],
    ['an approval', ['@obligation("mask")', '@obligation("require_approval")'], 202],
    ['a mask', ['@obligation("mask")'], 200],
  ])('%s wins', async (_, obligations, status) => {
    await put(obligations.map((it, index) => on(`p${index}`, it)).join('\n'));
    const answer = await call('crm.find');
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toContain(iban);
    if (status === 403) expect(answer.body.detail).toMatch(/was called; its result is not returned/);
  });

  it('a denied result of a tool with effects has the outcome done', async () => {
    await put(on('p', ''));
    crm.answers('/update', { iban });
    expect((await call('crm.update')).body.error).toMatchObject({ code: 'denied', outcome: 'done', retryable: false });
  });
});

describe('policies on findings', () => {
  it.each([
    [
      'forbid (principal, action == Action::"return", resource) when { context.outputFinding.contains("x") };',
      'outputFinding',
    ],
    [
      'forbid (principal, action == Action::"return", resource) when { context.inputFindings.contains("x") };',
      'inputFindings',
    ],
    [
      '@obligation("hide") forbid (principal, action == Action::"return", resource);',
      '@obligation("hide") is not valid',
    ],
    ['@obligation("mask") permit (principal, action, resource);', 'a forbid may have'],
    [
      '@obligation("mask") forbid (principal, action == Action::"reveal", resource);',
      'does not apply to the action "reveal"',
    ],
    ['@obligation("mask") @decision("require_approval") forbid (principal, action, resource);', 'not both'],
  ])('%s is refused', async (text, message) => {
    const { status, body } = await house.admin.put<Refusal>('/v1/policies/findings', { text });
    expect(status).toBe(422);
    expect(body.errors?.map((it) => it.message).join()).toContain(message);
  });

  it('apply when the content cannot be examined: a result that is too long is withheld', async () => {
    await put(maskMail);
    crm.answers('/find', { text: 'ordinary words '.repeat(150_000) });
    const answer = await call('crm.find', {}, carl, { output: { level: 'L0' } });
    crm.answers('/find', { name: 'Bob', email: mail, note: `contact ${mail}, account ${iban}` });
    expect([answer.status, answer.body.approval?.holds]).toEqual([202, 'result']);
    const { body } = await pia.get<ApprovalView>(`/v1/approvals/${answer.body.approval?.id}`);
    expect(body.why).toMatch(/too long to be examined/);
  });

  it('evaluates results and revealing without calling anything', async () => {
    await put(
      `${maskMail} permit (principal, action == Action::"reveal", resource) when { context.source == "acme/crm" };`,
    );
    const evaluate = async (asked: object) =>
      (await house.admin.post<PolicyDecisionView>('/v1/policies/evaluate', { tool: 'acme/mail.send', ...asked })).body;
    expect(await evaluate({ action: 'return', findings: ['personal.email'] })).toMatchObject({
      ...{ verdict: 'ALLOW', obligation: 'mask', masks: ['personal.email'] },
      policies: [{ id: 'findings#mail', version: expect.any(Number) }],
    });
    expect(await evaluate({ action: 'return', findings: ['instruction'] })).toMatchObject({
      verdict: 'ALLOW',
      masks: null,
    });
    const value = { action: 'reveal', class: 'personal.email' };
    expect(await evaluate({ ...value, source: 'acme/crm' })).toMatchObject({ verdict: 'ALLOW' });
    expect(await evaluate({ ...value, source: 'acme/other' })).toMatchObject({ verdict: 'DENY' });
    expect(await evaluate(value)).toMatchObject({ code: 'invalid_request' });
    expect(await evaluate({ input: { to: mail } })).toMatchObject({ verdict: 'ALLOW', findings: ['personal.email'] });
  });
});

describe.each(mcpRevisions)('over MCP, revision %s', (revision: McpRevision) => {
  it('results are masked, go back, and wait for people', async () => {
    await put(maskMail);
    const client = await connect(`${house.url}/mcp`, await house.key('carl'), revision);
    const masked = await client.callTool({ name: 'call_tool', arguments: { tool: 'acme/crm.find', input: {} } });
    expect(JSON.stringify(masked)).not.toContain(mail);
    const { email } = (masked.structuredContent as { output: { email: string } }).output;
    expect(email).toMatch(placeholder);
    await client.callTool({ name: 'call_tool', arguments: { tool: 'acme/crm.update', input: { to: email } } });
    expect(crm.calls('/update').at(-1)).toEqual({ to: mail });
    await put(maskMail.replace('"mask"', '"withhold"'));
    const waiting = await client.callTool({ name: 'call_tool', arguments: { tool: 'acme/crm.find', input: {} } });
    expect(waiting.structuredContent).toMatchObject({ status: 'awaiting_approval', outcome: 'done' });
    expect(JSON.stringify(waiting.content)).toContain('its result is withheld');
    expect(JSON.stringify(waiting)).not.toContain(mail);
  });
});
