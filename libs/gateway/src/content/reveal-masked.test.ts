import { aCaller, aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall, type CallParts } from '../testing/a-call.js';
import { passing } from '../testing/passing.js';
import { askedInput, concealedAnswer, concealedEnvelope, concealedFailure } from './conceal.js';
import type { MaskedValue } from './masked-value.js';
import { placeholderOf } from './placeholder.js';
import { carriedInput, recordReveal, revealMasked, visibleInput } from './reveal-masked.js';

const token = 'a'.repeat(26);
const text = placeholderOf('personal.email', token);
const version = aVersion(aManifest({ protocol: 'mcp', endpoint: { server: 'acme/crm', tool: 'find' } }));
const kept = (source: string): MaskedValue => ({
  ...{ organisationId: 'o', principalId: 'p', session: null, token, class: 'personal.email', source },
  ...{ value: 'bob@x.org', createdAt: 0, expiresAt: 1 },
});
const stageOf = (found: () => Promise<MaskedValue[]>, mayReveal = false) => {
  const asked: unknown[] = [];
  const find = async (...all: unknown[]) => {
    asked.push(all);
    return found();
  };
  return {
    asked,
    stage: passing(revealMasked({ masked: { find }, policies: { mayReveal: () => mayReveal }, onProblem: () => {} })),
  };
};
const callWith = (input: Record<string, unknown>, parts: CallParts = {}) => aCall({ input, ...parts }, version);

describe('revealMasked', () => {
  it('is not needed where nothing looks like a placeholder', () => {
    const { stage } = stageOf(async () => []);
    expect(stage.isNeeded?.(callWith({ to: ['bob', { n: 1 }] }))).toBe(false);
    expect(stage.isNeeded?.(callWith({ to: ['x', { [text]: 1 }] }))).toBe(true);
  });

  it('puts a value back that came from the server of the tool, at any place', async () => {
    const { stage, asked } = stageOf(async () => [kept('acme/crm')]);
    const call = callWith({ to: text, note: `for ${text}.`, n: 1 });
    expect(await stage.run(call)).toBeUndefined();
    expect(call.resolved.input).toEqual({ to: 'bob@x.org', note: 'for bob@x.org.', n: 1 });
    expect(visibleInput(call.resolved)).toEqual({ to: text, note: `for ${text}.`, n: 1 });
    expect(askedInput(call.resolved)).toEqual(visibleInput(call.resolved));
    expect(carriedInput({ to: text }, call.resolved.revealed)).toEqual({ to: 'bob@x.org' });
    expect(asked).toEqual([
      [{ organisationId: 'org-acme', principalId: aCaller().principalId, session: null }, [token]],
    ]);
  });

  it.each([
    ['another server', 'acme/other', false, false],
    ['the caller', 'caller', false, false],
    ['another server, and a policy reveals it', 'acme/other', true, true],
  ])('a value that came from %s', async (_, source, mayReveal, isRevealed) => {
    const { stage } = stageOf(async () => [kept(source)], mayReveal);
    const call = callWith({ to: text });
    expect(await stage.run(call)).toBeUndefined();
    expect(call.resolved.input.to).toBe(isRevealed ? 'bob@x.org' : text);
    expect(call.happened.warnings).toHaveLength(isRevealed ? 0 : 1);
  });

  it('sends what is nobody’s placeholder, or another caller’s, as the text it is', async () => {
    const call = callWith({ to: text });
    expect(await stageOf(async () => []).stage.run(call)).toBeUndefined();
    expect([call.resolved.input.to, call.happened.warnings]).toEqual([text, []]);
    const nobody = callWith({ to: text }, { caller: { ...aCaller(), principalId: null } });
    const { stage, asked } = stageOf(async () => [kept('acme/crm')]);
    await stage.run(nobody);
    expect([nobody.resolved.input.to, asked]).toEqual([text, []]);
  });

  it('does not call without knowing, nor for more placeholders than anybody sends', async () => {
    const away = stageOf(() => Promise.reject(new Error('away')));
    expect(await away.stage.run(callWith({ to: text }))).toMatchObject({ code: 'unavailable' });
    const letters = 'abcdefghijklmnopqrstuvwxyz234567';
    const many = Array.from({ length: 1_001 }, (_, index) =>
      placeholderOf('personal.email', `${'a'.repeat(24)}${letters[index >> 5]}${letters[index & 31]}`),
    );
    expect(await away.stage.run(callWith({ many }))).toMatchObject({ code: 'invalid_request' });
  });

  it('what is revealed is recorded, and stays out of whatever else is said', async () => {
    const call = callWith({ to: text });
    await stageOf(async () => [kept('acme/crm')]).stage.run(call);
    const records: unknown[] = [];
    const append = (draft: unknown) => {
      records.push(draft);
      return { receipt: { chain: 'c', sequence: 1, hash: 'h' }, settled: Promise.resolve() };
    };
    await recordReveal({ append: append as never }).run(call);
    expect(records).toMatchObject([
      { action: 'masked.reveal', details: { values: [{ class: 'personal.email', source: 'acme/crm' }] } },
    ]);
    expect(JSON.stringify(records)).not.toContain('bob@x.org');
    expect(concealedFailure(call, { code: 'tool_error', message: 'no bob@x.org' })).toEqual({
      ...{ code: 'tool_error', message: `no ${text}` },
    });
    expect(concealedEnvelope(call, { warnings: ['bob@x.org'] } as never)).toEqual({ warnings: [text] });
    call.resolved.answer = { content: [{ type: 'text', text: 'bob@x.org' }], isError: false, source: 's' };
    concealedAnswer(call);
    expect([call.resolved.answer.content[0]?.text, call.resolved.isAltered]).toEqual([text, true]);
  });
});
