import { type Constraints, stages } from '@assay/contracts';
import semver from 'semver';

/**
 * Both constraints at once: of two limits the stricter one. Where no value could say both (two protocols, two versions
 * of the platform) the first one stays. Nothing of `first` is ever loosened.
 */
export function mergeConstraints<C extends Constraints>(first: C, second: Constraints): C {
  const exclude = [...new Set([...(first.exclude ?? []), ...(second.exclude ?? [])])];
  const merged: Constraints = {
    maxLatencyMs: pick(Math.min, first.maxLatencyMs, second.maxLatencyMs),
    minTrust: pick(Math.max, first.minTrust, second.minTrust),
    maxCost: pick(Math.min, first.maxCost, second.maxCost),
    version: pick(bothRanges, first.version, second.version),
    platformVersion: first.platformVersion ?? second.platformVersion,
    protocol: first.protocol ?? second.protocol,
    stage: pick(later, first.stage, second.stage),
    readOnly: second.readOnly === true ? true : first.readOnly,
    exclude: exclude.length > 0 ? exclude : undefined,
  };
  const stated = Object.entries(merged).filter(([, value]) => value !== undefined);
  return { ...first, ...Object.fromEntries(stated) };
}

/** Whether `second` asks for nothing that `first` does not ask for. */
export function asksNoMore(first: Constraints, second: Constraints): boolean {
  const merged: Constraints = mergeConstraints(first, second);
  return (Object.keys(second) as (keyof Constraints)[]).every((key) =>
    key === 'exclude'
      ? merged.exclude?.length === first.exclude?.length
      : key === 'protocol' || key === 'platformVersion'
        ? first[key] === second[key]
        : merged[key] === first[key],
  );
}

const pick = <T>(choose: (a: T, b: T) => T, a: T | undefined, b: T | undefined): T | undefined =>
  a === undefined ? b : b === undefined ? a : choose(a, b);

const later = <S extends NonNullable<Constraints['stage']>>(a: S, b: S): S =>
  stages.indexOf(a) >= stages.indexOf(b) ? a : b;

/** Versions in both ranges: each alternative of the one with each of the other. `latest` is every version. */
function bothRanges(a: string, b: string): string {
  if (b === 'latest' || b === a) return a;
  if (a === 'latest') return b;
  const alternatives = (range: string) => new semver.Range(range).set.map((it) => it.map(String).join(' '));
  return alternatives(a)
    .flatMap((one) => alternatives(b).map((other) => `${one} ${other}`.trim()))
    .map((range) => range || '*')
    .join(' || ');
}
