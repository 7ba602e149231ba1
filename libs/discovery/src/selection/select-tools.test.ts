import type { Discover, Strategy } from '@assay/contracts';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import type { Rule } from '../rules/rule.js';
import { SelectionRules } from '../rules/selection-rules.js';
import { choose } from './choose.js';
import { SelectTools } from './select-tools.js';
import { denied, type Stocked, selectable } from './selectable.fixture.js';

const rule = (tool: string, when = 'true', priority = 0): Rule => ({
  ...{ id: `rule of ${tool}`, organisationId: 'org-acme', when, tool, priority, createdAt: 0, createdBy: null },
});

async function chosen(
  strategy: Strategy | undefined,
  stock: readonly Stocked[],
  rules: readonly Rule[] = [],
  state = {},
  asked: Discover = { query: 'send mail' },
) {
  const all = new SelectionRules();
  for (const it of rules) all.apply({ kind: 'rule', id: it.id, state: it });
  const tools = new SelectTools({ rules: all, model: null, clock: new FakeClock() });
  const result = await choose(strategy, selectable(stock, { ...asked, state }), tools);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
const names = ({ offered }: Awaited<ReturnType<typeof chosen>>): string[] => offered.map(({ id }) => id);

const stock: readonly Stocked[] = [
  { id: 'a/trusted', relevance: 0.48, trust: 0.9 },
  { id: 'a/fitting', relevance: 0.5, trust: 0.6 },
  { id: 'a/closed', relevance: 0.6, trust: 0.9, ...denied },
];

describe('SelectTools', () => {
  it('without a strategy ranks by score', async () => {
    const { selection, offered, left } = await chosen(undefined, stock);
    expect(offered.map(({ id }) => id)).toEqual(['a/trusted', 'a/fitting']);
    expect({ selection, left: left.map(({ tool }) => tool.id) }).toEqual({ selection: undefined, left: ['a/closed'] });
  });

  it('policy: what needs approval, or depends on the arguments, comes between', async () => {
    const verdicts: Stocked[] = [
      { id: 'a/asks', trust: 0.9, verdict: { callable: 'approval' } },
      { id: 'a/depends', trust: 0.8, verdict: { callable: 'depends' } },
      { id: 'a/free', trust: 0.6 },
    ];
    expect(names(await chosen('policy', verdicts))).toEqual(['a/free', 'a/asks', 'a/depends']);
  });

  it('every strategy: a tool whose circuit is open comes last, also when a rule chose it', async () => {
    const open: Stocked[] = [{ id: 'a/open', relevance: 0.6, trust: 0.9, verdict: { openUntil: 5 } }, ...stock];
    for (const strategy of ['learned', 'policy', 'hybrid'] as const)
      expect(
        names(await chosen(strategy, open, [rule('a/open')]))
          .filter((it) => it !== 'a/closed')
          .at(-1),
      ).toBe('a/open');
  });

  it('knows which tools a rule chose', async () => {
    const answer = await chosen('hybrid', stock, [rule('a/fitting')]);
    expect(names(answer).map((it) => answer.isRuled(it))).toEqual([true, false]);
  });

  it('learned: by relevance, whatever the trust', async () => {
    expect(names(await chosen('learned', stock))).toEqual(['a/fitting', 'a/trusted']);
  });

  it('policy: what may be called first, the rest last', async () => {
    const answer = await chosen('policy', stock);
    expect(names(answer)).toEqual(['a/trusted', 'a/fitting', 'a/closed']);
    expect(answer.selection?.steps[0]).toContain('1 may not');
  });

  it('policy, hybrid: a denied tool that does not meet the text’s demands is not offered, nor named as the better one', async () => {
    const asked = { query: 'send mail, not google' };
    const google = { id: 'google/mail', relevance: 0.9, ...denied };
    for (const strategy of ['policy', 'hybrid'] as const) {
      const answer = await chosen(strategy, [...stock, google], [], {}, asked);
      expect(names(answer)).not.toContain('google/mail');
      expect(answer.offered.flatMap(({ id }) => answer.notes(id)).join()).not.toContain('google');
    }
  });

  it('rules: theirs alone, in their order, gated', async () => {
    const rules = [rule('a/fitting'), rule('a/trusted', 'state.urgent', 5), rule('a/closed', 'true', 9)];
    const answer = await chosen('rules', stock, rules, { urgent: true });
    expect(names(answer)).toEqual(['a/trusted', 'a/fitting']);
    expect(answer.notes('a/trusted')).toEqual([
      'chosen by a rule: state.urgent',
      'the next best: a/closed would come first, but stage SANDBOX is not open to you',
    ]);
    expect(answer.left[0]).toMatchObject({ against: ['chosen, but stage SANDBOX is not open to you'] });
  });

  it('rules: reports when none applies, one cannot be evaluated, or chooses a tool the caller does not see', async () => {
    const rules = [rule('a/gone'), rule('a/fitting', 'state.missing == 1')];
    const answer = await chosen('rules', stock, rules);
    expect(names(answer)).toEqual([]);
    expect(JSON.stringify(answer.selection)).not.toContain('a/gone');
    expect(answer.selection?.steps.join('; ')).toMatch(
      /a\/fitting could not be evaluated.*a tool that you do not see or that is gone.*no rule/,
    );
  });

  it('hybrid: shortlist, a rule’s choice first, the gate last; the next comes in a denied one’s place and says so', async () => {
    const plain = await chosen('hybrid', stock);
    expect(names(plain)).toEqual(['a/fitting', 'a/trusted']);
    expect(plain.notes('a/fitting').join()).toContain('a/closed would come first, but stage SANDBOX');
    expect(plain.notes('a/trusted')).toEqual([]);
    expect(plain.selection?.steps.at(-1)).toBe('gate: 2 of 3 may be called');
    const ruled = await chosen('hybrid', stock, [rule('a/trusted')]);
    expect(names(ruled)).toEqual(['a/trusted', 'a/fitting']);
    const closed = await chosen('hybrid', stock, [rule('a/closed')]);
    expect(names(closed)).not.toContain('a/closed');
    expect(closed.left[0]?.against[0]).toContain('chosen, but stage SANDBOX');
  });

  it('hybrid: looks in the categories that stand out first, above fifty tools', async () => {
    const many = Array.from({ length: 60 }, (_, n) => ({
      id: `m/t${n}`,
      relevance: 0.5 + (n % 7) / 100,
      manifest: { capabilities: [n < 50 ? 'mail.send' : `odd${n}.x`] },
    }));
    const answer = await chosen('hybrid', many);
    expect(answer.selection?.categories[0]).toBe('mail');
    expect(answer.selection?.steps[0]).toMatch(/^60 tools found: searched mail/);
    const scattered = await chosen(
      'hybrid',
      many.map((it, n) => ({ ...it, manifest: { capabilities: [`c${n}.x`] } })),
    );
    expect(scattered.selection).toMatchObject({
      categories: [],
      steps: [expect.stringContaining('no category stands out'), expect.anything(), expect.anything()],
    });
  });
});
