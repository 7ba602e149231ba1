import { afterEach, expect, it } from '@jest/globals';
import { CountingApi } from '../fixtures/counting-api.js';
import type { Answer } from './api.js';
import { type Ground, groundOn } from './installation.js';
import type { Server } from './server.js';
import { patienceMs, rounds, soak } from './soak.js';
import { until } from './until.js';
import { inParallel } from './workers.js';

/** Each key is used so often at once. */
const storm = 3;
const keys = rounds(200, 3_334);
const kills = rounds(3, 25);
const workers = 40;
/** Effects take up to this long, so that a blow finds many calls half done; in ms. */
const slowestMs = 40;

type Tool = 'safe' | 'plain';

interface Answered {
  readonly id: string;
  readonly output?: { readonly line: string; readonly count: number };
  readonly error?: { readonly code: string; readonly outcome: string; readonly retryable: boolean };
  readonly code?: string;
}

interface KeyStory {
  readonly tool: Tool;
  readonly line: string;
  readonly answers: readonly Answer<Answered>[];
}

let ground: Ground;
const api = new CountingApi();
afterEach(async () => {
  await ground.remove();
  api.stop();
});

/** A server that is killed now and then, and started again. */
class Restarted {
  #up: Promise<Server>;
  #answered = 0;
  #left: number[];

  constructor(server: Server, total: number) {
    this.#up = Promise.resolve(server);
    // A blow somewhere in every equal part of the answers.
    const part = total / kills;
    this.#left = Array.from({ length: kills }, (_, index) => Math.ceil(part * (index + 0.1 + Math.random() * 0.7)));
  }

  server = (): Promise<Server> => this.#up;

  /** Counts an answer; the blow that is due falls at once. */
  count(): void {
    this.#answered += 1;
    if (this.#answered < (this.#left[0] ?? Number.POSITIVE_INFINITY)) return;
    this.#left = this.#left.slice(1);
    this.#up = this.#up.then(async (server) => {
      await server.kill();
      return ground.installation.start();
    });
  }

  get killsLeft(): number {
    return this.#left.length;
  }
}

async function publishTools({ api: rest }: Server, url: string): Promise<void> {
  await rest.expect(201, 'POST', '/v1/namespaces', { name: 'chaos' });
  const inputSchema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };
  const manifest = { version: '1.0.0', description: 'Counts its effects.', inputSchema, protocol: 'http' };
  const tools = { safe: { path: '/honouring', honoursKey: true }, plain: { path: '/plain', honoursKey: false } };
  for (const [name, { path, honoursKey }] of Object.entries(tools)) {
    const parts = { name: `chaos/${name}`, endpoint: { url: `${url}${path}` }, annotations: { honoursKey } };
    await rest.expect(201, 'POST', '/v1/tools', { ...manifest, ...parts });
  }
}

/** Uses a key until there is an answer that stays: as a client would that does not know whether its call arrived. */
async function use(tool: Tool, line: string, restarted: Restarted): Promise<Answer<Answered>> {
  const body = { tool: `chaos/${tool}`, input: { line }, idempotencyKey: `key of ${line}`.replaceAll(' ', '-') };
  for (;;) {
    const { api: rest } = await restarted.server();
    const answer = await rest.attempt<Answered>('POST', '/v1/invocations', body);
    // No answer: the server died. Not yet: it is starting, stopping or still at it.
    if (answer === undefined || answer.status === 202 || answer.body.error?.retryable === true) continue;
    if (answer.body.code === 'unavailable') continue;
    restarted.count();
    return answer;
  }
}

async function untoldOf(server: Server, unknown: readonly KeyStory[]): Promise<readonly string[]> {
  const notices = await server.api.all<{ kind: string; details: { key?: string } }>('/v1/notifications');
  const reports = new Set(
    notices.filter(({ kind }) => kind === 'call.outcome-unknown').map(({ details }) => details.key),
  );
  return unknown.map(({ line }) => line).filter((line) => !reports.has(`key of ${line}`.replaceAll(' ', '-')));
}

it(
  'calls under keys, in storms of repeats and between kill -9: once where keys are honoured, at most once elsewhere',
  async () => {
    ground = await groundOn('DATABASE_URL');
    const first = await ground.installation.start();
    await publishTools(first, await api.start());
    api.takes(() => Math.random() * slowestMs);
    const restarted = new Restarted(first, keys * storm);
    const stories: KeyStory[] = [];
    let next = 0;
    await inParallel(workers, async () => {
      if (next >= keys) return false;
      next += 1;
      const tool: Tool = next % 2 === 0 ? 'safe' : 'plain';
      const line = `line ${next}`;
      const answers = await Promise.all(Array.from({ length: storm }, () => use(tool, line, restarted)));
      stories.push({ tool, line, answers });
      return true;
    });
    expect(restarted.killsLeft).toBe(0);

    const isUnknown = ({ answers }: KeyStory) => answers[0]?.body.error?.outcome === 'unknown';
    const unknown = stories.filter(isUnknown);
    if (soak) console.log(`${keys * storm} calls, ${kills} kills, ${unknown.length} unknown outcomes`);
    // All uses of a key have the same answer.
    const torn = stories.filter(({ answers }) => new Set(answers.map(({ body }) => body.id)).size > 1);
    expect(torn).toEqual([]);
    // Exactly once.
    const safe = stories.filter(({ tool }) => tool === 'safe');
    expect(safe.filter((it) => isUnknown(it) || api.effects.get(it.line) !== 1)).toEqual([]);
    expect(safe.filter(({ answers }) => answers.some(({ body }) => body.output?.count !== 1))).toEqual([]);
    expect(safe.filter(({ line }) => api.keys.get(line)?.size !== 1)).toEqual([]);
    // At most once; exactly once where success was reported.
    const plain = stories.filter(({ tool }) => tool === 'plain');
    expect(plain.filter(({ line }) => (api.effects.get(line) ?? 0) > 1)).toEqual([]);
    expect(plain.filter((it) => !isUnknown(it) && api.effects.get(it.line) !== 1)).toEqual([]);
    // Every unknown outcome is shown to a person.
    await until(
      'somebody to be told of every unknown outcome',
      async () => {
        const untold = await untoldOf(await restarted.server(), unknown);
        return untold.length === 0;
      },
      2_000,
    );
  },
  patienceMs,
);
