import { describe, expect, it } from '@jest/globals';
import { type LimitRule, LimitRules } from './limit-rules.js';

const rule = (parts: Partial<LimitRule> = {}): LimitRule => ({
  id: 'rule-1',
  organisationId: 'org-acme',
  name: 'tool.calls',
  subjectId: null,
  tool: 'acme/orders.create',
  limit: 7,
  reason: null,
  setAt: 0,
  setBy: null,
  ...parts,
});
const put = (rules: LimitRules, state: LimitRule) => rules.apply({ kind: 'limit', id: state.id, state });

describe('LimitRules', () => {
  it('has the default where nothing is set, and none where there is none', () => {
    const rules = new LimitRules();
    expect(rules.inForce('caller.calls', 'principal-ann')).toEqual({ limit: 300_000, source: 'default' });
    expect(rules.inForce('tool.calls', 'acme/orders.create')).toEqual({ limit: null, source: 'default' });
  });

  it('prefers what is set for the one to what is set for everybody, and that to the default', () => {
    const rules = new LimitRules();
    put(rules, rule({ id: 'rule-2', tool: null, limit: 50 }));
    expect(rules.inForce('tool.calls', 'acme/orders.create')).toEqual({ limit: 50, source: 'everybody' });
    put(rules, rule());
    expect(rules.inForce('tool.calls', 'acme/orders.create')).toEqual({ limit: 7, source: 'own' });
    expect(rules.inForce('tool.calls', 'acme/other')).toEqual({ limit: 50, source: 'everybody' });
    rules.apply({ kind: 'limit', id: 'rule-1', state: null });
    expect(rules.inForce('tool.calls', 'acme/orders.create').limit).toBe(50);
  });

  it('follows a rule to another subject, also when its replacement arrives first', () => {
    const rules = new LimitRules();
    put(rules, rule());
    put(rules, rule({ id: 'rule-2', limit: 9 }));
    put(rules, rule({ tool: 'acme/renamed' }));
    expect(rules.inForce('tool.calls', 'acme/orders.create').limit).toBe(9);
    expect(rules.inForce('tool.calls', 'acme/renamed').limit).toBe(7);
    expect([...rules.all()]).toHaveLength(2);
  });

  it('says that it has changed', () => {
    const rules = new LimitRules();
    const before = rules.epoch;
    put(rules, rule());
    expect(rules.epoch).toBeGreaterThan(before);
  });
});
