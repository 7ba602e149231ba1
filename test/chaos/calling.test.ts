import { afterEach, describe, expect, it } from '@jest/globals';
import { foundations, type Ground, groundOn } from './installation.js';
import { lives } from './processes.js';
import type { Server } from './server.js';
import { patienceMs, rounds, soak } from './soak.js';
import { until } from './until.js';
import { Upstream } from './upstream.js';
import { forEach, inParallel } from './workers.js';

const workers = 200;
/** After so many answers the blow falls, while 200 calls are on their way. */
const blows = [150, 1, 700, 40, 1_500];

/** The bound for records of calls that only read, and what a write to the disk may take on a busy machine. */
const flushWithinMs = 75;
const writeWithinMs = 100;

interface Answered {
  readonly id: string;
  readonly tool: 'echo' | 'count';
  readonly line: string;
  readonly atMs: number;
}

interface Blow {
  readonly answered: readonly Answered[];
  readonly sent: readonly string[];
  readonly killedAtMs: number;
}

let ground: Ground;
let sequence = 0;
afterEach(() => ground.remove());

/** Calls with 200 workers, which `toolOf` gives their tools, until the server is killed. */
async function callUntilKilled(
  server: Server,
  upstream: Upstream,
  blow: number,
  toolOf: (worker: number) => Answered['tool'],
): Promise<Blow> {
  const answered: Answered[] = [];
  const sent: string[] = [];
  let killedAtMs = Number.POSITIVE_INFINITY;
  await inParallel(workers, async (worker) => {
    const tool = toolOf(worker);
    sequence += 1;
    const line = `line ${sequence}.`;
    if (tool === 'count') sent.push(line);
    const answer = await upstream.call(server, tool, tool === 'count' ? { line } : { message: line });
    if (answer === undefined) return false;
    expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    answered.push({ id: answer.body.id, tool, line, atMs: performance.now() });
    if (answered.length === blow) {
      killedAtMs = performance.now();
      await server.kill();
    }
    return true;
  });
  // What was read from the sockets after the blow had been answered before it.
  return { answered: answered.map((it) => ({ ...it, atMs: Math.min(it.atMs, killedAtMs) })), sent, killedAtMs };
}

/** Which of the answered calls have no record, by invocation id. */
async function unrecorded({ api }: Server, answered: readonly Answered[]): Promise<Answered[]> {
  const missing: Answered[] = [];
  await forEach(answered, async (call) => {
    const shown = await api.attempt('GET', `/v1/invocations/${call.id}`);
    if (shown?.status !== 200) missing.push(call);
  });
  return missing;
}

async function expectTruthful(server: Server, recorded: readonly Answered[]): Promise<void> {
  const records = await server.api.all<{ details: { invocationId?: string } }>('/v1/audit?action=tool.call');
  const inAudit = new Set(records.map((it) => it.details.invocationId));
  expect(recorded.filter((it) => !inAudit.has(it.id))).toEqual([]);
  expect(await server.api.expect(200, 'GET', '/v1/audit/verify')).toMatchObject({ ok: true });
}

const oldestMs = ({ killedAtMs }: Blow, missing: readonly Answered[]): number =>
  Math.max(0, ...missing.map((it) => killedAtMs - it.atMs));

describe.each(foundations)('kill -9 in the middle of 200 calls on %s', (foundation) => {
  it(
    'keeps the record of every answered side-effecting call, and no effect happens twice',
    async () => {
      ground = await groundOn(foundation);
      const upstream = new Upstream(ground.installation.home);
      let server = await ground.installation.start();
      await upstream.importInto(server);
      const sent: string[] = [];
      for (let round = 0; round < rounds(1, 20); round += 1) {
        const orphan = await upstream.process(server);
        const blow = await callUntilKilled(server, upstream, blows[round % blows.length] as number, (worker) =>
          worker % 2 === 0 ? 'count' : 'echo',
        );
        sent.push(...blow.sent);
        await until('the tool server to follow its dead server', () => !lives(orphan));
        server = await ground.installation.start();
        const missing = await unrecorded(server, blow.answered);
        expect(missing.filter((it) => it.tool === 'count')).toEqual([]);
        expect(oldestMs(blow, missing)).toBeLessThanOrEqual(flushWithinMs + writeWithinMs);
        const kept = blow.answered.filter((it) => !missing.includes(it));
        await expectTruthful(server, kept);
        expectEffects(upstream, sent, blow.answered);
      }
    },
    patienceMs,
  );
});

/** Every answered effect happened, each at most once, and none that nobody asked for. */
function expectEffects(upstream: Upstream, sent: readonly string[], answered: readonly Answered[]): void {
  const effects = upstream.effects();
  const happened = new Set(effects);
  expect(happened.size).toBe(effects.length);
  expect(answered.filter((it) => it.tool === 'count' && !happened.has(it.line))).toEqual([]);
  const asked = new Set(sent);
  expect(effects.filter((line) => !asked.has(line))).toEqual([]);
}

it(
  'kill -9 among calls that only read loses no record older than the documented bound',
  async () => {
    ground = await groundOn('DATABASE_URL');
    const upstream = new Upstream(ground.installation.home);
    let server = await ground.installation.start();
    await upstream.importInto(server);
    for (let round = 0; round < rounds(1, 8); round += 1) {
      const blow = await callUntilKilled(server, upstream, 1_000 + 300 * (round % 7), () => 'echo');
      server = await ground.installation.start();
      const missing = await unrecorded(server, blow.answered);
      if (soak)
        console.log(`round ${round}: ${missing.length} missing, oldest ${oldestMs(blow, missing).toFixed(1)} ms`);
      expect(oldestMs(blow, missing)).toBeLessThanOrEqual(flushWithinMs + writeWithinMs);
      await expectTruthful(
        server,
        blow.answered.filter((it) => !missing.includes(it)),
      );
    }
  },
  patienceMs,
);
