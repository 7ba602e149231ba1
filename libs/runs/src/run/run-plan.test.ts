import { setImmediate as others } from 'node:timers/promises';
import { fail, ok, type Result } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FindTool } from '../known-tool.js';
import { type Chain, readChain } from '../notations/chain.js';
import { readPipeline } from '../notations/pipeline.js';
import { readToolPlan } from '../notations/tool-plan.js';
import type { Plan } from '../plan.js';
import { toolNodes } from '../plans-in.js';
import { type Execution, execute } from './execute.js';
import type { StepCall } from './scope.js';

const find: FindTool = (reference) =>
  ok({
    nesting: 0,
    manifest: aManifest({
      name: `t/${reference}`,
      inputSchema: { type: 'object', properties: { input: { type: 'string' } } },
    }),
  });

function read<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** What a step of a random plan does: it takes `ms`, then gives its own name, or fails. */
interface Behaviour {
  readonly ms: number;
  readonly fails: boolean;
}

interface Happened {
  readonly begun: Map<string, number>;
  readonly ended: Map<string, number>;
  readonly inputs: Map<string, unknown>;
}

/**
 * Carries a plan out in made-up time: whatever can happen at a moment happens, then time goes on to the next step that ends.
 * A step that is not needed any more ends at once. Of steps that end together the one that began first does so first.
 */
async function carriedOut(
  plan: Plan,
  behaviourOf: (name: string) => Behaviour,
  more: Partial<Execution> & { readonly atEach?: (now: number) => void } = {},
) {
  const clock = new FakeClock(0);
  const happened: Happened = { begun: new Map(), ended: new Map(), inputs: new Map() };
  const { begun, ended, inputs } = happened;
  const due: { at: number; end: () => void }[] = [];
  const step = ({ node, path, input, signal }: StepCall): Promise<Result<unknown, never>> => {
    begun.set(path, clock.now());
    inputs.set(path, input);
    const { ms, fails } = behaviourOf(node.tool);
    const { promise, resolve } = Promise.withResolvers<Result<unknown, never>>();
    const end = (result: Result<unknown, unknown>): void => {
      if (!ended.has(path)) ended.set(path, clock.now());
      resolve(result as Result<unknown, never>);
    };
    signal.addEventListener('abort', () => end(fail('cancelled', 'not needed')), { once: true });
    due.push({
      at: clock.now() + ms,
      end: () => end(fails ? fail('tool_error', `${node.tool} fails`) : ok(node.tool)),
    });
    return promise;
  };
  let isOver = false;
  const running = execute(plan, {
    ...{ input: {}, deadlineMs: 1e9, signal: new AbortController().signal, clock, step, atOnce: 1_000 },
    ...more,
  }).finally(() => {
    isOver = true;
  });
  for (await others(); !isOver; await others()) {
    more.atEach?.(clock.now());
    const next = due.toSorted((a, b) => a.at - b.at)[0];
    if (next === undefined) throw new Error('nothing goes on, and the run is not over');
    due.splice(due.indexOf(next), 1);
    clock.advance(Math.max(0, next.at - clock.now()));
    next.end();
  }
  return { ...(await running), ...happened };
}

/** A random graph: of each node the earlier ones it needs, and what it does. */
const graph = fc.array(
  fc.record({
    needs: fc.array(fc.nat(30), { maxLength: 4 }),
    ms: fc.integer({ min: 1, max: 40 }),
    fails: fc.boolean().map((it) => it),
  }),
  { minLength: 1, maxLength: 24 },
);
type Graph = readonly (Behaviour & { readonly needs: readonly number[] })[];

const acyclic = (nodes: readonly (Behaviour & { readonly needs: readonly number[] })[], failing: number): Graph =>
  nodes.map(({ needs, ms, fails }, at) => ({
    ms,
    fails: fails && at % 8 < failing,
    needs: at === 0 ? [] : [...new Set(needs.map((to) => to % at))],
  }));

const planFor = (nodes: Graph): Plan =>
  read(
    readToolPlan(
      {
        steps: nodes.map(({ needs }, at) => ({
          id: `s${at}`,
          tool: `s${at}`,
          // The first is used, the others only have to be done.
          arguments: needs.length > 0 ? { from: `$ref:s${needs[0]}` } : {},
          after: needs.slice(1).map((to) => `s${to}`),
        })),
      },
      find,
    ),
  );

interface Modelled {
  readonly status: 'succeeded' | 'failed' | 'skipped';
  readonly begun: number | undefined;
  readonly because: string | undefined;
}

/** What has to come of a graph, step by step in made-up time; written down without the scheduler's means. */
function modelled(nodes: Graph, places: number): Modelled[] {
  const come = new Map<number, Modelled>();
  const begun = new Map<number, number>();
  const running: { at: number; until: number }[] = [];
  const queued: number[] = [];
  const known = new Set<number>();
  let now = 0;
  const look = (): void => {
    for (let isNew = true; isNew; ) {
      isNew = false;
      for (const [at, { needs }] of nodes.entries()) {
        if (known.has(at) || needs.some((need) => !come.has(need))) continue;
        known.add(at);
        const missing = needs.find((need) => come.get(need)?.status !== 'succeeded');
        if (missing === undefined) queued.push(at);
        else
          come.set(at, {
            status: 'skipped',
            begun: undefined,
            because: `Skipped because dependency 's${missing}' failed`,
          });
        isNew = true;
      }
    }
    while (running.length < places && queued.length > 0) {
      const at = queued.shift() as number;
      begun.set(at, now);
      running.push({ at, until: now + (nodes[at] as Behaviour).ms });
    }
  };
  for (look(); running.length > 0; look()) {
    const [next] = running.toSorted((a, b) => a.until - b.until);
    if (next === undefined) break;
    running.splice(running.indexOf(next), 1);
    now = next.until;
    const status = nodes[next.at]?.fails ? 'failed' : 'succeeded';
    come.set(next.at, { status, begun: begun.get(next.at), because: undefined });
  }
  return nodes.map((_, at) => come.get(at) as Modelled);
}

describe('a random graph', () => {
  it('begins every step the moment all it needs is there, skips what cannot be, and says for which step', async () => {
    await fc.assert(
      fc.asyncProperty(graph, fc.nat(4), async (random, failing) => {
        const nodes = acyclic(random, failing);
        const { outcomes, begun, inputs } = await carriedOut(
          planFor(nodes),
          (name) => nodes[Number(name.slice(1))] as Behaviour,
        );
        const seen = outcomes.map((it, at) => ({
          status: it.status,
          begun: begun.get(`s${at}`),
          because: it.status === 'skipped' ? it.because : undefined,
        }));
        expect(seen).toEqual(modelled(nodes, 1_000));
        for (const [at, { needs }] of nodes.entries())
          if (begun.has(`s${at}`))
            expect(inputs.get(`s${at}`)).toEqual(needs.length > 0 ? { from: `s${needs[0]}` } : {});
      }),
      { numRuns: 150 },
    );
  });

  it('with few places is as quick as steps that go in the order they came can be', async () => {
    const place = fc.integer({ min: 1, max: 4 });
    await fc.assert(
      fc.asyncProperty(graph, place, fc.nat(3), async (random, atOnce, failing) => {
        // No two steps end at one moment, so that there is one order in which they come.
        const nodes = acyclic(random, failing).map((it, at) => ({ ...it, ms: it.ms + 1 / 2 ** (at + 1) }));
        const { begun } = await carriedOut(planFor(nodes), (name) => nodes[Number(name.slice(1))] as Behaviour, {
          atOnce,
        });
        expect(nodes.map((_, at) => begun.get(`s${at}`))).toEqual(modelled(nodes, atOnce).map((it) => it.begun));
      }),
      { numRuns: 150 },
    );
  });

  it('begins nothing once it is cancelled, and leaves what had ended as it was', async () => {
    await fc.assert(
      fc.asyncProperty(graph, fc.nat(120), fc.nat(2), async (random, stopAt, failing) => {
        const nodes = acyclic(random, failing);
        const controller = new AbortController();
        let stoppedAt = Number.POSITIVE_INFINITY;
        const atEach = (now: number): void => {
          if (now < stopAt || controller.signal.aborted) return;
          stoppedAt = now;
          controller.abort();
        };
        const { outcomes, begun, ended } = await carriedOut(
          planFor(nodes),
          (name) => nodes[Number(name.slice(1))] as Behaviour,
          { signal: controller.signal, atEach },
        );
        const free = modelled(nodes, 1_000);
        for (const [at, { status }] of outcomes.entries()) {
          const model = free[at] as Modelled;
          expect(begun.get(`s${at}`) ?? 0).toBeLessThanOrEqual(stoppedAt);
          const wouldEnd = (model.begun ?? Number.POSITIVE_INFINITY) + (nodes[at] as Behaviour).ms;
          if (wouldEnd < stoppedAt) expect([status, ended.get(`s${at}`)]).toEqual([model.status, wouldEnd]);
          else if (wouldEnd > stoppedAt && model.status !== 'skipped') expect(status).toBe('cancelled');
        }
      }),
      { numRuns: 150 },
    );
  });
});

/** A random chain: sequences and fan-outs of steps, at most three deep. */
type Shape =
  | { readonly kind: 'step'; readonly ms: number; readonly fails: boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly Shape[] }
  | { readonly kind: 'fan'; readonly parts: readonly Shape[]; readonly join: 'all' | 'first' | number };

const { shape } = fc.letrec<{ shape: Shape }>((tie) => ({
  shape: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({
      kind: fc.constant('step' as const),
      ms: fc.integer({ min: 1, max: 60 }),
      fails: fc.integer({ min: 0, max: 4 }).map((it) => it === 0),
    }),
    fc.record({
      kind: fc.constant('sequence' as const),
      parts: fc.array(tie('shape'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      kind: fc.constant('fan' as const),
      parts: fc.array(tie('shape'), { minLength: 1, maxLength: 4 }),
      join: fc.oneof(
        fc.constantFrom('all' as const, 'first' as const),
        fc.integer({ min: 1, max: 100 }).map((it) => it / 100),
      ),
    }),
  ),
}));

/** A shape as a chain; every step gets a name, and a time that no other one ends at. */
function chainOf(whole: Shape): { chain: Chain; behaviours: Map<string, Behaviour> } {
  const behaviours = new Map<string, Behaviour>();
  const written = (part: Shape): Chain => {
    if (part.kind === 'step') {
      const name = `t${behaviours.size}`;
      behaviours.set(name, { ms: part.ms + 1 / 2 ** (behaviours.size + 1), fails: part.fails });
      return { tool: name, input: {} };
    }
    if (part.kind === 'sequence') return { sequence: part.parts.map(written) };
    const join = typeof part.join === 'number' ? { quorum: part.join } : part.join;
    const branches = Object.fromEntries(part.parts.map((it, at) => [`b${at}`, written(it)]));
    return { parallel: { branches, join } };
  };
  return { chain: written(whole), behaviours };
}

interface Ends {
  readonly at: number;
  readonly output: unknown;
  readonly ok: boolean;
}

/** When and how a chain ends that begins at a moment, and which steps have begun by then. */
function endOf(
  chain: Chain,
  from: number,
  behaviours: ReadonlyMap<string, Behaviour>,
  begun: Map<string, number>,
): Ends {
  if ('tool' in chain) {
    const { ms, fails } = behaviours.get(chain.tool) as Behaviour;
    begun.set(chain.tool, from);
    return { at: from + ms, output: chain.tool, ok: !fails };
  }
  if ('sequence' in chain) {
    let last: Ends = { at: from, output: undefined, ok: true };
    for (const part of chain.sequence) if (last.ok) last = endOf(part, last.at, behaviours, begun);
    return last;
  }
  if (!('parallel' in chain)) throw new Error('not here');
  const { branches, join } = chain.parallel;
  const within = new Map<string, number>();
  const ends = Object.entries(branches).map(([name, branch]) => ({ name, ...endOf(branch, from, behaviours, within) }));
  // Of m branches so many have to succeed, in hundredths, without a fraction.
  const wanted =
    join === 'all'
      ? ends.length
      : join === 'first'
        ? 1
        : Math.ceil((Math.round((join as { quorum: number }).quorum * 100) * ends.length) / 100);
  const inTime = ends.toSorted((a, b) => a.at - b.at);
  let [good, bad] = [0, 0];
  const decided = inTime.find((it) => {
    if (it.ok) good += 1;
    else bad += 1;
    return good === wanted || bad > ends.length - wanted;
  }) as (typeof ends)[number];
  for (const [name, at] of within) if (at < decided.at) begun.set(name, at);
  const won = good === wanted;
  const taken = ends.filter((it) => it.ok && it.at <= decided.at);
  const output = join === 'first' ? decided.output : Object.fromEntries(taken.map((it) => [it.name, it.output]));
  return { at: decided.at, output, ok: won };
}

describe('a random chain', () => {
  it('is decided by its joins the moment it can be, and nothing begins in what was given up', async () => {
    await fc.assert(
      fc.asyncProperty(shape, async (random) => {
        const { chain, behaviours } = chainOf(random);
        const plan = read(readChain(chain, { find, predicate: () => fail('internal', 'there is none') }));
        const expected = new Map<string, number>();
        const end = endOf(chain, 0, behaviours, expected);
        const { outcomes, begun, ended } = await carriedOut(plan, (name) => behaviours.get(name) as Behaviour);
        const last = outcomes[plan.outputs[0] as number];
        expect(last?.status === 'succeeded').toBe(end.ok);
        if (last?.status === 'succeeded') expect(last.output).toEqual(end.output);
        const byTool = new Map([...begun].map(([path, at]) => [toolAt(plan, path), at]));
        expect(byTool).toEqual(expected);
        expect(Math.max(...ended.values())).toBe(end.at);
      }),
      { numRuns: 300 },
    );
  });
});

/** The tool of the step at a place of a run: without loops, a step's place is its id. */
const toolAt = (plan: Plan, path: string): string => [...toolNodes(plan)].find(({ id }) => id === path)?.tool ?? '';

describe('a random pipeline', () => {
  const steps = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });

  it('hands every message on where failures are handed on, and otherwise begins nothing after the first', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (fails, handsOn) => {
        const errorStrategy = handsOn ? 'CONTINUE_ON_FAILURE' : 'FAIL_FAST';
        const { plan } = read(
          readPipeline({ steps: fails.map((_, at) => ({ tool: `t${at}` })), errorStrategy }, find, new FakeClock()),
        );
        const { outcomes, inputs } = await carriedOut(
          plan,
          (name) => ({ ms: 1, fails: fails[Number(name.slice(1))] === true }),
          {
            input: { input: 'first' },
          },
        );
        const firstFailure = fails.indexOf(true);
        const reached = handsOn || firstFailure < 0 ? fails.length : firstFailure + 1;
        const given = fails
          .slice(0, reached)
          .map((_, at) => (at === 0 ? 'first' : fails[at - 1] ? `t${at - 1} fails` : `t${at - 1}`));
        expect([...inputs.values()]).toEqual(given.map((input) => ({ input })));
        expect(outcomes.map((it) => it.status)).toEqual(
          fails.map((bad, at) => (at >= reached ? 'skipped' : bad ? 'failed' : 'succeeded')),
        );
      }),
    );
  });
});
