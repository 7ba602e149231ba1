import { digestJson } from '@assay/kernel';
import { expect, it } from '@jest/globals';
import { trustFormula } from './trust-formula.js';
import { scoreNumbers } from './trust-score.js';
import { weighingNumbers } from './weigh-evidence.js';

it('is another one as soon as a single number is', () => {
  const all = { views: 2, ...scoreNumbers, ...weighingNumbers };
  expect(trustFormula).toBe(digestJson(all));
  const groups: [string, number | object][] = Object.entries(all);
  const numbers = groups.flatMap<object>(([group, value]) =>
    typeof value === 'number'
      ? [{ [group]: value + 1 }]
      : Object.keys(value).map((name) => ({ [group]: { ...value, [name]: 9 } })),
  );
  expect(numbers.length).toBeGreaterThan(20);
  for (const changed of numbers) expect(digestJson({ ...all, ...changed })).not.toBe(trustFormula);
});
