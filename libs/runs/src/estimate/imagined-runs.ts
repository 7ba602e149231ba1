import { expectedElements } from '../elements.js';
import { wavesOf } from '../graph.js';
import { decidingEnds } from '../join.js';
import { isStep, type Node, type ParallelNode, type Plan } from '../plan.js';
import { plansIn } from '../plans-in.js';
import { type Latency, timeAt } from './latency.js';

/** Times in ms, one for each of the imagined runs. */
type Times = Float64Array;

/** The end of a node in each simulated run, and the total duration of its calls; null where unknown. */
interface Course {
  readonly ends: Times;
  readonly work: Times;
}

/**
 * What a plan's times come to when it is run so many times with times drawn from those of its tools (Latin hypercube
 * sampling: McKay, Beckman, Conover, Technometrics 21, 1979): of each call every quantile stratum once, in an order of its
 * own. Runs share what is common to several ways, a join takes its k-th end in each of them, and sums and maxima are those
 * of distributions, not of quantiles. The same plan always gives the same.
 */
export class ImaginedRuns {
  readonly #runs: number;
  readonly #latencyOf: (tool: string) => Latency | null;
  /** Of the tools, every stratum's time once, in order. */
  readonly #strata = new Map<string, Times | null>();
  #state = 0x9e3779b9;

  constructor(runs: number, latencyOf: (tool: string) => Latency | null) {
    this.#runs = runs;
    this.#latencyOf = latencyOf;
  }

  /**
   * The duration of the whole with at most the given number of concurrent calls; null when unknown. Calls above the
   * limit wait.
   */
  of(plan: Plan, atOnce: number): Latency | null {
    const course = this.#plan(plan);
    if (course === null) return null;
    const { ends, work } = course;
    const isWide = widthOf(plan) > atOnce;
    const sorted = ends.map((end, run) => (isWide ? queued(end, (work[run] as number) / atOnce, atOnce) : end)).sort();
    return { p50: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99) };
  }

  #plan({ nodes, order }: Plan): Course | null {
    const ends: Times[] = [];
    const whole = this.#nothing();
    for (const position of order) {
      const node = nodes[position] as Node;
      const own = this.#node(node);
      if (own === null) return null;
      const end = this.#times();
      for (const need of node.needs) raise(end, ends[need] as Times);
      add(end, own.ends);
      ends[position] = end;
      raise(whole.ends, end);
      add(whole.work, own.work);
    }
    return whole;
  }

  #node(node: Node): Course | null {
    switch (node.kind) {
      case 'tool':
        return this.#call(node.tool);
      case 'branch':
        return this.#longest(plansIn(node));
      case 'parallel':
        return this.#join(node);
      case 'repeat':
        return this.#turns(node.body, node.max, 1);
      case 'act':
        return this.#turns(node.body, node.max, 1);
      case 'each':
        return this.#turns(node.body, expectedElements(node), node.concurrency);
      // People take their own time, which is no part of the run's.
      case 'ask':
        return this.#nothing();
    }
  }

  /** A plan so many times, so many of them at once. */
  #turns(body: Plan, times: number, atOnce: number): Course | null {
    const whole = this.#nothing();
    for (let turn = 0; turn < times; turn += 1) {
      const course = this.#plan(body);
      if (course === null) return null;
      if (turn % atOnce === 0) add(whole.ends, course.ends);
      add(whole.work, course.work);
    }
    return whole;
  }

  #call(tool: string): Course | null {
    const strata = this.#strataOf(tool);
    if (strata === null) return null;
    const times = strata.slice();
    for (let last = times.length - 1; last > 0; last -= 1) {
      const other = this.#below(last + 1);
      const kept = times[last] as number;
      times[last] = times[other] as number;
      times[other] = kept;
    }
    return { ends: times, work: times };
  }

  /** The case is unknown in advance: the one with the longest median is assumed. */
  #longest(cases: readonly Plan[]): Course | null {
    let longest: Course | null = null;
    for (const plan of cases) {
      const course = this.#plan(plan);
      if (course === null) return null;
      if (longest === null || middle(course) > middle(longest)) longest = course;
    }
    return longest;
  }

  /** The k-th end decides a join that needs k successes; `best` waits for all. */
  #join({ branches, join }: ParallelNode): Course | null {
    const whole = this.#nothing();
    const courses: Course[] = [];
    for (const { plan } of branches) {
      const course = this.#plan(plan);
      if (course === null) return null;
      courses.push(course);
      add(whole.work, course.work);
    }
    const last = decidingEnds(join, courses.length);
    const all = new Float64Array(courses.length);
    for (let run = 0; run < this.#runs; run += 1) {
      for (const [position, { ends }] of courses.entries()) all[position] = ends[run] as number;
      whole.ends[run] = all.sort()[last - 1] ?? 0;
    }
    return whole;
  }

  #strataOf(tool: string): Times | null {
    const known = this.#strata.get(tool);
    if (known !== undefined) return known;
    const latency = this.#latencyOf(tool);
    const strata = latency && this.#times().map((_, run) => timeAt(latency, (run + 0.5) / this.#runs));
    this.#strata.set(tool, strata);
    return strata;
  }

  #times = (): Times => new Float64Array(this.#runs);
  #nothing = (): Course => ({ ends: this.#times(), work: this.#times() });

  /** A whole number below the bound, from a generator with a fixed beginning (xorshift32: Marsaglia, JSS 8, 2003). */
  #below(bound: number): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) % bound;
  }
}

/**
 * The middle of the bounds of a list schedule (Graham, Bell System Technical Journal 45, 1966): it takes as long as the
 * longest way and as its share of the work, and no longer than the longest way with a share of the rest.
 */
const queued = (way: number, share: number, atOnce: number): number =>
  (Math.max(way, share) + way + share - way / atOnce) / 2;

/** Calls that may be under way at a time, as far as the plan goes: those of its widest wave. */
function widthOf({ nodes }: Plan): number {
  const widths = nodes.map((node) => {
    if (isStep(node)) return 1;
    const inner = plansIn(node).map(widthOf);
    return node.kind === 'parallel' ? inner.reduce((sum, it) => sum + it, 0) : Math.max(0, ...inner);
  });
  return wavesOf(nodes.map(({ needs }) => needs)).waves.reduce(
    (widest, wave) =>
      Math.max(
        widest,
        wave.reduce((sum, position) => sum + (widths[position] as number), 0),
      ),
    0,
  );
}

const at = (sorted: Times, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
const middle = ({ ends }: Course): number => at(ends.slice().sort(), 0.5);

function add(sum: Times, times: Times): void {
  for (let run = 0; run < sum.length; run += 1) sum[run] = (sum[run] as number) + (times[run] as number);
}

function raise(highest: Times, times: Times): void {
  for (let run = 0; run < highest.length; run += 1)
    if ((times[run] as number) > (highest[run] as number)) highest[run] = times[run] as number;
}
