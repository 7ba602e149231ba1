import { isObject } from '@assay/kernel';

type Input = Readonly<Record<string, unknown>>;

/** The tools that arguments of the gateway's own tools name: one, or those of steps and of what undoes them. */
export function referencesIn(input: Input): readonly string[] {
  const steps = Array.isArray(input.steps) ? input.steps.filter(isObject) : [];
  const named = [input, ...steps, ...steps.map((it) => it.compensation).filter(isObject)];
  return named.map((it) => it.tool).filter((it): it is string => typeof it === 'string');
}
