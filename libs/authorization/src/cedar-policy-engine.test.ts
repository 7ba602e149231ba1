import { type PolicyRequest, shippedPolicies } from '@assay/gateway';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CedarPolicyEngine } from './cedar-policy-engine.js';

const engine = new CedarPolicyEngine();
const same = (tool: string) => tool;

type Given = Partial<PolicyRequest['context']> & { readonly principal?: Partial<PolicyRequest['principal']> };

const request = ({ principal, ...context }: Given = {}): PolicyRequest => ({
  principal: { id: 'default/ann', name: 'ann', kind: 'agent', organisation: 'default', teams: ['ops'], ...principal },
  tool: {
    id: 'acme/orders.create',
    namespace: 'acme',
    version: '1.0.0',
    protocol: 'mcp',
    provider: 'acme-inc',
    capabilities: ['commerce.order', 'commerce'],
  },
  context: {
    arguments: {},
    trust: 0.73456,
    stage: 'BETA',
    costUsd: 0.00001,
    readOnly: false,
    destructive: false,
    declared: true,
    owned: false,
    endorsed: false,
    granted: false,
    grantedByName: false,
    time: Date.UTC(2026, 0, 1),
    inputFindings: [],
    ...context,
  },
});

function asks(text: string, given: Given = {}, nameNow = same) {
  const read = engine.read(text);
  if (!read.ok) throw new Error(read.error.map((it) => it.message).join('\n'));
  const statements = read.value.map(({ name, text: part }) => ({ id: name, text: part }));
  const { held, failed } = engine.prepare('test', statements, nameNow)(request(given));
  return { held: [...held].sort(), failed: failed.map(({ id }) => id) };
}
const when = (condition: string): string => `permit (principal, action, resource) when { ${condition} };`;
const problems = (text: string) => {
  const read = engine.read(text);
  return read.ok ? [] : read.error.map((it) => it.message);
};

describe('CedarPolicyEngine reads', () => {
  it('what ships', () => {
    const read = engine.read(shippedPolicies);
    if (!read.ok) throw new Error(read.error[0]?.message);
    expect(read.value.map(({ name, effect, asksApproval }) => [name, effect, asksApproval])).toEqual([
      ['read-only', 'permit', false],
      ['members-and-granted', 'permit', false],
      ['declared-harmless', 'permit', false],
      ['with-approval', 'permit', false],
      ['destructive', 'forbid', true],
      ['undeclared', 'forbid', true],
      ['push', 'forbid', true],
      ['delete', 'forbid', true],
      ['rows', 'forbid', true],
      ['messages', 'forbid', true],
      ['pipelines', 'forbid', true],
      ['personal-messages', 'forbid', true],
      ['submit', 'forbid', true],
      ['script', 'forbid', true],
    ]);
    const readsArguments = new Set(['delete', 'messages', 'personal-messages', 'submit']);
    expect(
      read.value.every(
        ({ name, reads }) =>
          !reads.time && !reads.trust && (readsArguments.has(name) || (reads.arguments as Set<string>).size === 0),
      ),
    ).toBe(true);
  });

  it.each([
    ['context.arguments has amount && context.arguments.amount > 100', ['amount'], false, false],
    ['context.arguments has order.total && context.decimals has order.total', ['order'], false, false],
    ['context.time > datetime("2026-01-01") && context.trust.lessThan(decimal("0.5"))', [], true, true],
    ['context.arguments == context.arguments', 'all', false, false],
    ['resource in Capability::"commerce" && principal in Organisation::"default"', [], false, false],
  ])('what a policy looks at: %s', (condition, names, time, trust) => {
    const read = engine.read(when(condition));
    if (!read.ok) throw new Error(read.error[0]?.message);
    const { reads } = read.value[0] as (typeof read.value)[0];
    expect(names === 'all' ? reads.arguments : [...reads.arguments]).toEqual(names);
    expect([reads.time, reads.trust]).toEqual([time, trust]);
  });

  it.each([
    ['permit (principal, action, resource) wen { };', 'line 1, column 38'],
    ['// ü\n\nforbid (principal, action, resource)\nwhen { principal.nme == "x" };', 'line 4, column 8'],
    [when('context.arguments.amount > 1'), 'column'],
    [when('context.arguments has a && context.arguments.a > 1 && context.arguments.a like "x"'), 'column'],
    [when('principal == Agent::"x"'), 'Agent'],
    ['permit (principal in ?principal, action, resource);', 'templates'],
    ['', 'no policy'],
    ['@decision("ask") forbid (principal, action, resource);', '@decision("ask")'],
    ['@decision("require_approval") permit (principal, action, resource);', '@decision'],
    [
      '@id("a") permit (principal, action, resource);\n@id("a") forbid (principal, action, resource);',
      'line 2, column 1',
    ],
    ['@id("a b") permit (principal, action, resource);', '@id'],
  ])('refuses %s and says where', (text, where) => {
    expect(problems(text).join('\n')).toContain(where);
  });

  it('keeps more than ten policies in their order', () => {
    const text = Array.from({ length: 12 }, (_, n) =>
      when(`context.arguments has a && context.arguments.a == ${n}`),
    ).join('\n');
    const read = engine.read(text);
    expect(read.ok && read.value.map((it) => it.name)).toEqual(Array.from({ length: 12 }, (_, n) => String(n + 1)));
    expect(asks(text, { arguments: { a: 10 } }).held).toEqual(['11']);
  });
});

describe('CedarPolicyEngine decides', () => {
  it.each([
    ['principal == Principal::"default/ann" && principal.kind == "agent"'],
    ['principal in Organisation::"default" && principal.teams.contains("ops")'],
    ['resource in Capability::"commerce" && resource in Organisation::"acme-inc"'],
    ['resource == Tool::"acme/orders.create" && resource.namespace == "acme" && resource.version == "1.0.0"'],
    ['context.trust == decimal("0.7345") && context.stage == "BETA" && context.costUsd == decimal("0.0001")'],
    ['context.time == datetime("2026-01-01")'],
  ])('by who calls what: %s', (condition) => {
    expect(asks(when(condition))).toEqual({ held: ['1'], failed: [] });
  });

  const over100 = when('context.arguments has amount && context.arguments.amount > 100');
  it.each<[string, string, Record<string, unknown>, 'holds' | 'does not' | 'fails']>([
    ['a whole number', over100, { amount: 101 }, 'holds'],
    ['a smaller one', over100, { amount: 100 }, 'does not'],
    ['nothing', over100, {}, 'does not'],
    ['a null, which is nothing', over100, { amount: null }, 'does not'],
    ['a fraction, which is no Long', over100, { amount: 100.5 }, 'fails'],
    ['a number beyond all', over100, { amount: 1e300 }, 'fails'],
    ['a text', over100, { amount: '101' }, 'fails'],
    ['a hidden entity', over100, { amount: { __entity: { type: 'Tool', id: 'x' } } }, 'fails'],
    ['a hidden decimal', over100, { amount: { __extn: { fn: 'decimal', arg: '1.0' } } }, 'fails'],
  ])('arguments as JSON gives them: %s', (_, text, given, outcome) => {
    const expected = { holds: [['1'], []], 'does not': [[], []], fails: [[], ['1']] }[outcome];
    const { held, failed } = asks(text, { arguments: given });
    expect([held, failed]).toEqual(expected);
  });

  it('every number as a decimal, rounded away from zero', () => {
    const text = when('context.decimals has amount && context.decimals.amount.greaterThan(decimal("100.0"))');
    const held = (amount: number) => asks(text, { arguments: { amount } }).held.length === 1;
    expect([101, 100.5, 100.00001, 100, -100.5].map(held)).toEqual([true, true, true, false, false]);
    expect(asks(text, { arguments: { amount: 1e300 } }).failed).toEqual(['1']);
  });

  it('lists as sets, and what is nested', () => {
    const text = when(
      'context.arguments has to && context.arguments.to.contains("x@y") && context.arguments has a.b && context.arguments.a.b',
    );
    expect(asks(text, { arguments: { to: ['x@y', null], a: { b: true } } }).held).toEqual(['1']);
  });

  it('a tool under the name it has now', () => {
    const text = 'forbid (principal, action, resource == Tool::"old/create");';
    expect(asks(text).held).toEqual([]);
    expect(asks(text, {}, (it) => (it === 'old/create' ? 'acme/orders.create' : it)).held).toEqual(['1']);
  });

  it('never throws, whatever the arguments', () => {
    const text = `${when('context.arguments == {a: 1}')}\n${when('context.arguments has a && context.arguments.a > 1')}`;
    const statements = [text.split('\n')[1] as string].map((it) => ({ id: 'one', text: it }));
    const whole = engine.prepare(
      'whole',
      [{ id: 'all', text: when('context.arguments has b && context.arguments.b == "x"') }, ...statements],
      same,
    );
    const anything = fc.dictionary(
      fc.string({ unit: 'binary' }),
      fc.anything({ withBigInt: false, withNullPrototype: true }),
    );
    fc.assert(
      fc.property(anything, (given) => {
        const { held, failed } = whole(request({ arguments: JSON.parse(JSON.stringify(given)) }));
        expect(held.size + failed.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 300 },
    );
  });

  it('arguments nested deeper than anything', () => {
    let deep: Record<string, unknown> = { a: 1 };
    for (let n = 0; n < 500; n += 1) deep = { a: deep };
    expect(asks(when('context.arguments has a.a.a'), { arguments: deep }).held).toEqual(['1']);
  });
});

describe('actions and findings', () => {
  const about = (text: string) => {
    const read = engine.read(text);
    if (!read.ok) throw new Error(read.error.map((it) => it.message).join());
    return read.value.map(({ actions, classes, obligation, reads }) => ({
      actions,
      classes,
      obligation,
      found: reads.findings,
    }));
  };

  it.each([
    ['permit (principal, action, resource);', ['call']],
    ['forbid (principal, action, resource) when { context.readOnly };', ['call']],
    ['forbid (principal, action, resource) when { context.inputFindings.isEmpty() };', ['call']],
    ['forbid (principal, action, resource) when { context.outputFindings.contains("instruction") };', ['return']],
    ['permit (principal, action, resource) when { context.class == "personal.email" };', ['reveal']],
    ['forbid (principal, action == Action::"return", resource);', ['return']],
    ['forbid (principal, action in [Action::"call", Action::"return"], resource);', ['call', 'return']],
    [
      'forbid (principal, action, resource) when { (context has inputFindings && context.inputFindings.contains("personal.ip")) || (context has outputFindings && context.outputFindings.contains("personal.ip")) };',
      ['call', 'return'],
    ],
  ])('%s is about %j', (text, actions) => {
    expect(about(text)[0]?.actions).toEqual(actions);
  });

  it('reads classes and obligations', () => {
    expect(
      about(`@obligation("mask") forbid (principal, action == Action::"return", resource)
        when { context.outputFindings.containsAny(["personal.email", "secret.api-key"]) && principal.name != "bob" };`),
    ).toEqual([
      { actions: ['return'], classes: ['personal.email', 'secret.api-key'], obligation: 'mask', found: true },
    ]);
  });

  it('decides results and revealing', () => {
    const { principal, tool, context } = request();
    const { trust, stage, time } = context;
    const holds = (text: string, asked: Parameters<ReturnType<typeof engine.prepare>>[0]) =>
      engine
        .prepare(
          'other',
          [{ id: 'a', text }],
          same,
        )(asked)
        .held.has('a');
    const returned = {
      action: 'return',
      principal,
      tool,
      context: { trust, stage, time, outputFindings: ['instruction'] },
    } as const;
    const forbid =
      'forbid (principal, action == Action::"return", resource) when { context.outputFindings.contains("instruction") };';
    expect(holds(forbid, returned)).toBe(true);
    expect(holds(forbid, { ...returned, context: { ...returned.context, outputFindings: [] } })).toBe(false);
    const value = { class: 'personal.email', source: 'acme/crm' };
    const revealed = { action: 'reveal', principal, tool, context: { trust, stage, time, ...value } } as const;
    const permit = 'permit (principal, action == Action::"reveal", resource) when { context.source == "acme/crm" };';
    expect(holds(permit, revealed)).toBe(true);
    expect(holds(permit, { ...revealed, context: { ...revealed.context, source: 'acme/other' } })).toBe(false);
  });
});

describe('CedarPolicyEngine without input', () => {
  function may(text: string, given: Given = {}) {
    const read = engine.read(text);
    if (!read.ok) throw new Error(read.error.map((it) => it.message).join('\n'));
    const statements = read.value.map(({ name, text: part }) => ({ id: name, text: part }));
    const { held } = engine.prepare('may', statements, same, { withoutInput: true })(request(given));
    return held.size > 0;
  }
  const readOnly = { readOnly: true };

  it('holds where the rest of the conditions does, whatever looks at arguments or findings', () => {
    expect(may(when('context.arguments has amount && context.arguments.amount > 100'))).toBe(true);
    expect(may(when('context.arguments has amount && context.arguments.amount > 100 && context.readOnly'))).toBe(false);
    expect(may(when('context.readOnly && context.arguments has amount'), readOnly)).toBe(true);
    expect(may(when('context.inputFindings.contains("personal.email")'))).toBe(true);
    expect(may(when('context.readOnly || context.arguments has amount'))).toBe(true);
  });

  it('takes the parts of an unless one by one', () => {
    const unless = (condition: string) => `forbid (principal, action, resource) unless { ${condition} };`;
    expect(may(unless('context.arguments has amount || context.readOnly'))).toBe(true);
    expect(may(unless('context.arguments has amount || context.readOnly'), readOnly)).toBe(false);
    expect(may(unless('context.arguments has amount && context.readOnly'), readOnly)).toBe(true);
  });

  it('keeps to whom and what a policy is about', () => {
    const about = (id: string) =>
      `forbid (principal, action, resource == Tool::"${id}") when { context.arguments has amount };`;
    expect(may(about('acme/orders.create'))).toBe(true);
    expect(may(about('acme/other'))).toBe(false);
  });
});
