/**
 * The success rate of `assay/browser.browse` on twenty local tasks with a scripted model, and the time of its actions.
 *
 *     node test/bench/kits/browse.mjs [--rounds 3]
 */
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { startBrowseSite } from '../../fixtures/browse-site.ts';
import { browseTasks, scriptedDecision } from '../../fixtures/browse-tasks.ts';
import { withAssay } from '../assay/installation.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const pollMs = 50;

/** A model that answers at once: what is measured is everything else. */
async function startModel(origin) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { messages } = JSON.parse(body);
    const message = { role: 'assistant', content: scriptedDecision(origin, messages) };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        choices: [{ index: 0, finish_reason: 'stop', message }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}/v1`, stop: () => server.close() };
}

const client = (url, key) => async (method, path, body) => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (response.status >= 400) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
};

/** The envelope of a call, with what waits for a person approved. */
async function ended(agent, approver, id) {
  for (;;) {
    const envelope = await agent('GET', `/v1/invocations/${id}`);
    if (envelope.output !== undefined || envelope.error !== undefined) return envelope;
    const { items } = await approver('GET', '/v1/approvals?status=pending');
    for (const it of items) await approver('POST', `/v1/approvals/${it.id}/decision`, { decision: 'approve' });
    await new Promise((done) => setTimeout(done, pollMs));
  }
}

async function keyOf(admin, body) {
  return (await admin('POST', '/v1/keys', body)).key;
}

async function reach(agent, approver, { task, schema, expected }) {
  const body = { tool: 'assay/browser.browse', input: { task, schema }, deadlineMs: 60_000 };
  const begun = performance.now();
  const first = await agent('POST', '/v1/invocations', body);
  const envelope = await ended(agent, approver, first.invocationId ?? first.id);
  const ms = performance.now() - begun;
  const { outcome, result, steps = 0 } = envelope.output ?? {};
  const isReached = outcome === 'Success' && JSON.stringify(result) === JSON.stringify(expected);
  if (!isReached) process.stdout.write(`not reached: ${task}: ${JSON.stringify(envelope.output ?? envelope.error)}\n`);
  return { isReached, ms, steps, calls: envelope.provenance?.steps ?? [] };
}

const median = (all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];

const site = await startBrowseSite();
const model = await startModel(site.origin);
const settings = { ASSAY_KITS: 'browser', LLM_BASE_URL: model.url, LLM_MODEL: 'scripted' };
await withAssay(async ({ url, apiKey }) => {
  const admin = client(url, apiKey);
  while ((await admin('GET', '/v1/kits/browser')).status === 'being_published')
    await new Promise((done) => setTimeout(done, pollMs));
  await admin('POST', '/v1/kits/browser/enable', {});
  const { isolation } = await admin('GET', '/v1/servers/assay/browser');
  await admin('PATCH', '/v1/servers/assay/browser', {
    isolation: { ...isolation, hosts: [new URL(site.origin).host] },
  });
  const agent = client(
    url,
    await keyOf(admin, { principal: { kind: 'agent', name: 'agent' }, role: 'caller', organisation: 'default' }),
  );
  const person = { kind: 'user', name: 'pia' };
  const approver = client(
    url,
    await keyOf(admin, { principal: person, scopes: ['approvals:decide'], organisation: 'default' }),
  );
  const results = [];
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const task of browseTasks) results.push(await reach(agent, approver, task));
  const actions = [];
  for (const { calls } of results.slice(1))
    for (const { invocationId, tool } of calls) {
      const { trace = [] } = await agent('GET', `/v1/invocations/${invocationId}`);
      actions.push({ tool, ms: trace.reduce((sum, it) => sum + it.ms, 0) });
    }
  const timesOf = (name) => actions.filter((it) => it.tool === `assay/browser.${name}`).map((it) => it.ms);
  const reached = results.filter((it) => it.isReached).length;
  process.stdout.write(`reached: ${reached} of ${results.length}\n`);
  process.stdout.write(`a task: ${Math.round(median(results.map((it) => it.ms)))} ms at the median\n`);
  const perTurn = results.map(({ ms, steps }) => ms / steps);
  process.stdout.write(`a turn (observe, decide, act): ${Math.round(median(perTurn))} ms at the median\n`);
  for (const name of ['observe', 'navigate', 'click', 'fill', 'press', 'extract'])
    process.stdout.write(
      `${name}: ${Math.round(median(timesOf(name)) ?? 0)} ms at the median of ${timesOf(name).length}\n`,
    );
}, settings);
model.stop();
await site.stop();
