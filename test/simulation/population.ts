import { type Behaviour, p95Factor, p99Over95, qualityOf } from './behaviour.js';
import { Chance } from './chance.js';

export const kinds = [
  'good',
  'flaky',
  'slow',
  'lying about its SLA',
  'decaying',
  'gaming by self-calls',
  'gaming by fake ratings',
  'abandoned',
] as const;
export type Kind = (typeof kinds)[number];

/** How many of a hundred tools; those that game count with the twin that does not. */
const shares: Readonly<Record<Kind, number>> = {
  good: 26,
  flaky: 22,
  slow: 10,
  'lying about its SLA': 10,
  decaying: 10,
  'gaming by self-calls': 8,
  'gaming by fake ratings': 8,
  abandoned: 6,
};

/** A tool of known quality. Days are counted from 0, the first one of the simulation. */
export interface SimulatedTool {
  /** `ns/tool`. */
  readonly name: string;
  /** Organisation and namespace. */
  readonly provider: string;
  readonly kind: Kind;
  /** Two tools of one twin are alike, called and answering alike, but for the gaming of one of them. */
  readonly twin: string | null;
  readonly games: boolean;
  /** By strangers, on average; independent of its quality. */
  readonly callsADay: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly publishedOn: number;
  /** How it answers from each of these days on. */
  readonly phases: readonly { readonly from: number; readonly behaviour: Behaviour }[];
  /** From this day on nobody calls it and its upstream is away. */
  readonly abandonedOn: number | null;
}

/** How a tool answers on a day. */
export const behaviourOn = ({ phases }: SimulatedTool, day: number): Behaviour =>
  (phases.findLast(({ from }) => from <= day) ?? phases[0])?.behaviour as Behaviour;

/** True quality on a day, in [0, 1]. */
export const trueQuality = (tool: SimulatedTool, day: number): number => qualityOf(behaviourOn(tool, day), tool.p99Ms);

interface Draft {
  readonly phases: SimulatedTool['phases'];
  /** Declared p95 over the true one. */
  readonly promise: number;
  readonly abandonedOn?: number;
}

const answering = (chance: Chance, failShare: number, badShare: number): Behaviour => ({
  failShare,
  badShare,
  medianMs: chance.ratioBetween(2, 10),
});
const constant = (behaviour: Behaviour) => [{ from: 0, behaviour }];
const good = (it: Chance) => answering(it, it.between(0, 0.12), it.between(0, 0.03));
const flaky = (it: Chance) => answering(it, it.between(0.12, 0.5), it.between(0, 0.2));
const honestly = (it: Chance) => it.between(1, 1.6);

const drafts: Readonly<Record<Kind, (chance: Chance) => Draft>> = {
  good: (it) => ({ phases: constant(good(it)), promise: honestly(it) }),
  flaky: (it) => ({ phases: constant(flaky(it)), promise: honestly(it) }),
  slow: (it) => ({ phases: constant(good(it)), promise: 1 / it.ratioBetween(1.2, 3) }),
  'lying about its SLA': (it) => ({ phases: constant(good(it)), promise: 1 / it.ratioBetween(4, 12) }),
  decaying: (it) => {
    const before = good(it);
    const [after, slower] = [flaky(it), it.ratioBetween(1, 3)];
    const behaviour = { ...after, medianMs: before.medianMs * slower };
    return { phases: [...constant(before), { from: 35 + it.whole(15), behaviour }], promise: honestly(it) };
  },
  'gaming by self-calls': (it) => ({ phases: constant(flaky(it)), promise: honestly(it) }),
  'gaming by fake ratings': (it) => ({ phases: constant(flaky(it)), promise: honestly(it) }),
  abandoned: (it) => ({ phases: constant(good(it)), promise: honestly(it), abandonedOn: 25 + it.whole(15) }),
};

const isGaming = (kind: Kind): boolean => kind.startsWith('gaming');
/** Tools of one provider, where each has several. */
const toolsOfProvider = 5;
/** One in so many tools is published while the simulation runs, too late at times to be known well. */
const lateOneIn = 8;

/** `size` tools, the same for the same seed. */
export function populationOf(size: number, seed: string): SimulatedTool[] {
  return kinds.flatMap((kind) => {
    const count = Math.round((size * shares[kind]) / 100);
    if (isGaming(kind)) return Array.from({ length: count / 2 }, (_, index) => twins(kind, index, seed)).flat();
    return Array.from({ length: count }, (_, index) => one(kind, index, seed));
  });
}

const slugOf = (kind: Kind): string => kind.replaceAll(/[^a-z]+/gi, '-').toLowerCase();

function one(kind: Kind, index: number, seed: string): SimulatedTool {
  const chance = new Chance(`${seed} ${kind} ${index}`);
  const group =
    kind === 'abandoned' ? `gone-${index}` : `p${index % toolsOfProvider}-${Math.floor(index / toolsOfProvider)}`;
  const publishedOn = kind === 'good' && index % lateOneIn === 0 ? 5 + chance.whole(84) : 0;
  return draw(kind, chance, { name: `${group}/${slugOf(kind)}-${index}`, provider: group, publishedOn });
}

/** A tool that games, and the same tool of a provider that does not. */
const twins = (kind: Kind, index: number, seed: string): SimulatedTool[] =>
  [true, false].map((games) => {
    const provider = `${games ? 'gaming' : 'honest'}-${slugOf(kind)}-${index}`;
    const twin = `${kind} ${index}`;
    return {
      ...draw(kind, new Chance(`${seed} ${twin}`), { name: `${provider}/tool`, provider, publishedOn: 0 }),
      twin,
      games,
    };
  });

function draw(
  kind: Kind,
  chance: Chance,
  named: Pick<SimulatedTool, 'name' | 'provider' | 'publishedOn'>,
): SimulatedTool {
  const { phases, promise, abandonedOn = null } = drafts[kind](chance);
  const p95Ms = (phases[0]?.behaviour.medianMs ?? 0) * p95Factor * promise;
  const callsADay = chance.ratioBetween(5, 60);
  return { ...named, kind, phases, abandonedOn, p95Ms, p99Ms: p95Ms * p99Over95, callsADay, twin: null, games: false };
}
