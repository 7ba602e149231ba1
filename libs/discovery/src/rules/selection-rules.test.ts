import { describe, expect, it } from '@jest/globals';
import type { Rule } from './rule.js';
import { SelectionRules } from './selection-rules.js';

const rule = (id: string, parts: Partial<Rule> = {}): Rule => ({
  id,
  organisationId: 'org-acme',
  when: 'true',
  tool: `acme/${id}`,
  priority: 0,
  createdAt: 0,
  createdBy: null,
  ...parts,
});

function rulesOf(...rules: readonly Rule[]): SelectionRules {
  const all = new SelectionRules();
  for (const state of rules) all.apply({ kind: 'rule', id: state.id, state });
  return all;
}
const situation = { query: 'x', capabilities: [], task: '', state: {}, now: new Date(0) };
const applying = (rules: SelectionRules, organisationId: string | null = 'org-acme') =>
  rules.applying(organisationId, situation).map(({ rule: { id }, problem }) => (problem ? `${id}: ${problem}` : id));

describe('SelectionRules', () => {
  it('gives those that hold, the highest priority first, of equals the older', () => {
    const rules = rulesOf(rule('b'), rule('a'), rule('c', { priority: 9 }), rule('d', { when: 'query == "y"' }));
    expect(applying(rules)).toEqual(['c', 'a', 'b']);
    expect(rules.all('org-acme').map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd']);
  });

  it('keeps organisations apart', () => {
    const rules = rulesOf(rule('a'), rule('b', { organisationId: 'org-other' }));
    expect(applying(rules, 'org-other')).toEqual(['b']);
    expect(applying(rules, null)).toEqual([]);
  });

  it('reports why a rule could not be evaluated, and continues', () => {
    const rules = rulesOf(rule('a', { when: 'state.x == 1' }), rule('b', { when: 'no CEL at all' }), rule('c'));
    expect(applying(rules)).toEqual([
      expect.stringMatching(/^a: No such key/),
      expect.stringMatching(/^b: "when" is not a predicate/),
      'c',
    ]);
  });

  it('asks no further once it is late', () => {
    let asked = 0;
    const late = rulesOf(rule('a'), rule('b'), rule('c')).applying('org-acme', situation, () => {
      asked += 1;
      return asked > 1;
    });
    expect(late.map(({ rule: { id }, problem }) => [id, problem])).toEqual([
      ['a', undefined],
      ['b', 'the rules before it took too long'],
      ['c', 'the rules before it took too long'],
    ]);
  });

  it('follows changes and removals', () => {
    const rules = rulesOf(rule('a'), rule('b'));
    rules.apply({ kind: 'rule', id: 'a', state: rule('a', { when: 'false' }) });
    rules.apply({ kind: 'rule', id: 'b', state: null });
    expect(applying(rules)).toEqual([]);
    rules.apply({ kind: 'rule', id: 'a', state: null });
    expect({ all: rules.all('org-acme'), a: rules.rule('a') }).toEqual({ all: [], a: undefined });
  });
});
