import type { RunEventView, RunView } from '@assay/contracts';
import { Assay } from '@assay/sdk';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CountingApi } from '../fixtures/counting-api.js';
import { answerJson, type HttpApi, startHttpApi } from '../fixtures/http-api.js';
import { httpManifest } from '../fixtures/manifests.js';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';

let house: House;
let api: HttpApi;
let agent: Client;
let agentKey: string;
const counting = new CountingApi();
/** More than a client may leave unread of a stream before it is let go. */
const long = 'x'.repeat(6_000_000);

beforeAll(async () => {
  house = await startHouse();
  api = await startHttpApi((_request, response) => answerJson(response, { long }));
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  const note = `${await counting.start()}/plain`;
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } } };
  for (const [name, url, annotations] of [
    ['note', note, { destructiveHint: false }],
    ['long', api.url, { readOnlyHint: true }],
  ] as const) {
    await house.admin.post('/v1/tools', httpManifest(`acme/${name}`, { inputSchema, annotations, endpoint: { url } }));
    await house.admin.post('/v1/endorsements', { tool: `acme/${name}`, organisation: 'default' });
  }
  agentKey = await house.key('carl');
  agent = house.client(agentKey);
});
afterAll(async () => {
  await house.stop();
  await api.stop();
  counting.stop();
});

const begin = async (steps: object[]) =>
  (
    await agent.post<RunView & Refusal>(
      '/v1/plans/execute',
      { plan: { steps } },
      { headers: { prefer: 'respond-async' } },
    )
  ).body;
const note = (id: string, line: string, after: string[] = []) => ({
  ...{ id, tool: 'acme/note', arguments: { line }, after },
});

interface Sent {
  readonly id: string;
  readonly view: RunEventView;
}
const eventsIn = (text: string): Sent[] =>
  [...text.matchAll(/id: (.*)\nevent: .*\ndata: (.*)\n\n/g)].map(([, id = '', data = '']) => ({
    id,
    view: JSON.parse(data) as RunEventView,
  }));

/** Reads a stream until the test has what it wants. */
async function readUntil(id: string, lastEventId: string | undefined, isEnough: (events: Sent[]) => boolean) {
  const controller = new AbortController();
  const headers = { authorization: `Bearer ${agentKey}`, ...(lastEventId && { 'last-event-id': lastEventId }) };
  const answer = await fetch(`${house.url}/v1/runs/${id}/events`, { headers, signal: controller.signal });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (isEnough(eventsIn(text))) break;
  }
  controller.abort();
  return eventsIn(text);
}

const stepsOf = (events: readonly Sent[]) =>
  events.flatMap(({ view }) => (view.kind === 'step' ? [`${view.step.id} ${view.step.status}`] : [view.kind]));

describe('the events of a run', () => {
  it('continue after the last one a client had, without repetitions or gaps', async () => {
    const held = counting.hold();
    const run = await begin([note('one', 'e-1'), note('two', 'e-2', ['one'])]);
    const first = await held;
    const second = counting.hold();
    first.answer();
    const waiting = await second;
    const before = await readUntil(run.id, undefined, (events) => stepsOf(events).includes('two running'));
    const rest = readUntil(run.id, before.at(-1)?.id, (events) => events.at(-1)?.view.kind === 'end');
    waiting.answer();
    expect(stepsOf([...before, ...(await rest)])).toEqual([
      'one running',
      'one succeeded',
      'two running',
      'two succeeded',
      'end',
    ]);
    const ended = await readUntil(run.id, before[0]?.id, (events) => events.length > 0);
    expect(ended).toMatchObject([{ id: 'end', view: { kind: 'end', run: { status: 'succeeded' } } }]);
  });

  it('of another stream restart from the beginning', async () => {
    const held = counting.hold();
    const run = await begin([note('one', 'f-1')]);
    const request = await held;
    for (const last of ['17', 'elsewhere', 'another.1-1', 'end']) {
      const events = await readUntil(run.id, last, (heard) => heard.length > 0);
      expect(stepsOf(events)).toEqual(['one running']);
    }
    request.answer();
  });

  it('bring an end that is longer than a slow client may leave unread', async () => {
    const run = await begin([{ id: 'a', tool: 'acme/long', arguments: {} }]);
    const assay = new Assay({ url: house.url, apiKey: agentKey });
    const heard: RunEventView[] = [];
    for await (const event of assay.runs.follow(run.id)) heard.push(event);
    const last = heard.at(-1);
    expect(last?.kind === 'end' && last.run.outputs.a?.output).toEqual({ long });
  });

  it('are nobody else’s, and sixteen may hear them', async () => {
    const held = counting.hold();
    const run = await begin([note('one', 'g-1')]);
    const request = await held;
    const otto = await house.as('otto');
    expect((await otto.get(`/v1/runs/${run.id}/events`)).status).toBe(404);
    expect((await house.anonymous.get(`/v1/runs/${run.id}/events`)).status).toBe(401);
    const all = Array.from({ length: 16 }, () => agent.get<string>(`/v1/runs/${run.id}/events`));
    const crowded = await readCrowded(run.id);
    expect(crowded).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    request.answer();
    for (const each of await Promise.all(all)) expect(each.body).toMatch(/event: end/);
  });
});

/** The seventeenth, once the sixteen are there. */
async function readCrowded(id: string) {
  for (;;) {
    const answer = await agent
      .get<Refusal>(`/v1/runs/${id}/events`, { signal: AbortSignal.timeout(500) })
      .catch(() => undefined);
    if (answer !== undefined) return answer;
  }
}

describe('what a run holds', () => {
  it('is bounded: the step that is too much fails, and says that it was done', async () => {
    const steps = Array.from({ length: 7 }, (_, at) => ({ id: `s${at}`, tool: 'acme/long', arguments: {} }));
    const { body } = await agent.post<RunView & Refusal>('/v1/plans/execute', {
      plan: {
        steps: steps.map((step, at) => ({ ...step, after: at > 0 ? [`s${at - 1}`] : [] })),
        output_steps: ['s0', 's1'],
      },
    });
    expect(body.steps.map((it) => it.status)).toEqual([...Array(5).fill('succeeded'), 'failed', 'skipped']);
    expect(body.steps[5]?.error).toMatchObject({ code: 'output_too_large', outcome: 'none' });
    // As it is kept it has a part of what came out.
    const kept = (await agent.get<RunView>(`/v1/runs/${body.id}`)).body;
    expect(kept.outputs.s0?.output).toEqual({ long });
    expect(kept.outputs.s1).toEqual({ status: 'succeeded' });
    expect(kept.warnings).toEqual([expect.stringMatching(/at most 10 million characters/)]);
  });
});
