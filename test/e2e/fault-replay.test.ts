import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BreakerView, Envelope } from '@assay/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { saidIn } from '../bench/faults.mjs';
import type { HttpApi } from '../fixtures/http-api.js';
import { type Said, startSayingUpstream } from '../fixtures/saying-upstream.js';
import type { Client, Refusal } from './client.js';
import { type House, startHouse } from './house.js';
import { importServer } from './importing.js';

interface Recorded {
  readonly seq: number;
  readonly tool_id: string;
  readonly arguments: Readonly<Record<string, unknown>> | null;
  readonly outcome: string;
  readonly result_head: string;
}

const data = process.env.ASSAY_TEST_DATA ?? '../shared/data';
const traces = resolve(data, 'traces/livemcp_call_events.jsonl');
const replay = existsSync(traces) ? it : it.skip;
const linesOf = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

const all = existsSync(traces) ? linesOf<Recorded>(traces) : [];
const failing = new Set(all.filter((it) => it.outcome !== 'ok').map((it) => it.tool_id));
/** Every call of every tool that failed at least once: of the others no circuit can open. */
const recorded = all.filter((it) => failing.has(it.tool_id));
const toolIds = [...new Set(recorded.map((it) => it.tool_id))];
const nameOf = (toolId: string) => `tool${toolIds.indexOf(toolId)}`;

const labels = JSON.parse(
  readFileSync(new URL('../fixtures/upstream-faults/livemcp-labels.json', import.meta.url), 'utf8'),
) as Record<string, unknown>;
/** Labelled by hand as failures of the tool itself. */
const faults = new Set([labels.server, labels.transient].flat() as number[]);

/**
 * A tool works when fewer than half of its recorded calls failed through its own fault: the others are good results and
 * justified rejections. A working server may have a tool that does not work, as a map's geocoder whose every call failed.
 */
function isWorking(toolId: string): boolean {
  const calls = recorded.filter((it) => it.tool_id === toolId);
  return calls.filter((it) => faults.has(it.seq)).length * 2 < calls.length;
}

let house: House;
let upstream: HttpApi;
let ann: Client;
let answer: Said = { text: '' };

beforeAll(async () => {
  house = await startHouse();
  upstream = await startSayingUpstream(toolIds.map(nameOf), () => answer);
  await house.admin.post('/v1/namespaces', { name: 'acme' });
  if (recorded.length > 0) await importServer(house.admin, 'acme', { url: `${upstream.url}/mcp` }, 'recorded');
  ann = await house.as('ann');
});
afterAll(async () => {
  await house.stop();
  await upstream.stop();
});

replay(
  'opens no circuit of a working tool when real calls are replayed in their order, good ones and outages included',
  async () => {
    const refused: string[] = [];
    for (const { seq, tool_id: toolId, arguments: input, outcome, result_head: head } of recorded) {
      answer = { text: saidIn(head), isError: outcome !== 'ok' };
      const tool = `acme/recorded.${nameOf(toolId)}`;
      const { body } = await ann.post<Envelope & Refusal>('/v1/invocations', { tool, input: input ?? {} });
      if (body.code === 'circuit_open') refused.push(toolId);
      else if (outcome === 'ok') expect([seq, body.status]).toEqual([seq, 'succeeded']);
    }
    const { body } = await house.admin.get<{ items: BreakerView[] }>('/v1/breakers');
    const opened = toolIds.filter((it) =>
      body.items.some(({ tool, openings }) => tool === `acme/recorded.${nameOf(it)}` && openings > 0),
    );
    expect([...opened, ...refused].filter(isWorking)).toEqual([]);
  },
  900_000,
);
