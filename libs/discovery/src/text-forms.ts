import { type Constraints, capabilitySchema, protocols, stages } from '@assay/contracts';
import semver from 'semver';
import { platformVersion } from './platform-version.js';

/** What a form in a text asks for. */
export interface Demand {
  readonly constraint?: Constraints;
  readonly capability?: string;
}

export interface TextForm {
  /** As documentation shows it. */
  readonly example: string;
  readonly pattern: RegExp;
  /** Undefined when the words are no such demand after all: they stay text. */
  readonly read: (match: RegExpMatchArray) => Demand | undefined;
}

const atMost = '(?:under|below|at\\s+most|max|<=?|≤)';
const amount = '(\\d{1,7}(?:\\.\\d{1,6})?)';
const share = '(0(?:\\.\\d{1,6})?|\\.\\d{1,6}|1(?:\\.0{1,6})?)';
const atLeast = '(?:at\\s+least|>=|≥)';
/** Up to a space or separator, without the punctuation of the sentence. */
const value = '([^\\s,;|"]{0,99}[^\\s,;|".!?)])';
const before = '(?<![\\p{L}\\p{N}_#$./-])';
const after = '(?![\\p{L}\\p{N}_$])';
const form = (pattern: string) => new RegExp(`${before}${pattern}${after}`, 'giu');

/**
 * Forms that say by a unit or a key that they are meant for the search: they count wherever they stand. On the 3,514
 * development queries of five sets none of them ever fires.
 */
export const formsAnywhere: readonly TextForm[] = [
  {
    example: 'under 500 ms',
    pattern: form(`(?:p95\\s+)?${atMost}\\s*${amount}(?:\\s*(ms)|\\s+(s))`),
    read: ([, time = '', ms]) =>
      Number(time) > 0 ? { constraint: { maxLatencyMs: Number(time) * (ms ? 1 : 1_000) } } : undefined,
  },
  {
    example: '>= 0.8 trust',
    pattern: form(`${atLeast}\\s*${share}\\s+trust`),
    read: ([, trust]) => ({ constraint: { minTrust: Number(trust) } }),
  },
  {
    example: 'trust >= 0.8',
    pattern: form(`trust\\s*${atLeast}\\s*${share}`),
    read: ([, trust]) => ({ constraint: { minTrust: Number(trust) } }),
  },
  {
    example: 'max $0.01 per call',
    pattern: form(`${atMost}\\s*\\$\\s?${amount}\\s*(?:per|a|/)\\s*call`),
    read: ([, usd]) => ({ constraint: { maxCost: Number(usd) } }),
  },
  {
    example: 'protocol:http',
    pattern: form(`protocol:([a-z-]{1,20})`),
    read: ([, named]) => constrained('protocol', oneOf(protocols, named)),
  },
  {
    example: 'stage:beta',
    pattern: form(`stage:([a-z_]{1,30})`),
    read: ([, named]) => constrained('stage', oneOf(stages, named?.toUpperCase())),
  },
  {
    example: 'version:^2',
    pattern: form(`version:${value}`),
    read: ([, range = '']) =>
      range === 'latest' || semver.validRange(range) !== null ? { constraint: { version: range } } : undefined,
  },
  {
    example: 'platform:2.1',
    pattern: form(`platform:${value}`),
    read: ([, version = '']) =>
      platformVersion(version) === null ? undefined : { constraint: { platformVersion: version } },
  },
  {
    example: 'capability:data.query',
    pattern: form(`capability:${value}`),
    read: ([, tag]) => capabilityOf(tag),
  },
  {
    example: '#data.query.sql',
    pattern: form(`#([a-z0-9_-]{1,98}(?:\\.[a-z0-9_-]{1,97})+)`),
    read: ([, tag]) => capabilityOf(tag),
  },
];

/**
 * Plain words, which real sentences are full of ("find free hotels"): they count at the end only, set off by a comma,
 * semicolon or bar, or behind one of the forms above. One of the 3,514 development queries has one (0.03 %).
 */
export const formsSetOff: readonly TextForm[] = [
  { example: 'read-only', pattern: form('read-only'), read: () => ({ constraint: { readOnly: true } }) },
  { example: 'free', pattern: form('free'), read: () => ({ constraint: { maxCost: 0 } }) },
  {
    example: 'max $0.01',
    pattern: form(`${atMost}\\s*\\$\\s?${amount}`),
    read: ([, usd]) => ({ constraint: { maxCost: Number(usd) } }),
  },
  {
    example: 'not google',
    pattern: form('not\\s+([\\p{L}\\p{N}][\\p{L}\\p{N}._/-]{0,98}[\\p{L}\\p{N}])'),
    read: ([, name = '']) =>
      /^(?:free|read-only)$/i.test(name) ? undefined : { constraint: { exclude: [name.toLowerCase()] } },
  },
];

const constrained = <K extends 'protocol' | 'stage'>(key: K, value: Constraints[K]): Demand | undefined =>
  value === undefined ? undefined : { constraint: { [key]: value } };

const oneOf = <T extends string>(values: readonly T[], named: string | undefined): T | undefined =>
  values.find((it) => it.toLowerCase() === named?.toLowerCase());

function capabilityOf(tag: string | undefined): Demand | undefined {
  const read = capabilitySchema.safeParse(tag?.toLowerCase());
  return read.success ? { capability: read.data } : undefined;
}
