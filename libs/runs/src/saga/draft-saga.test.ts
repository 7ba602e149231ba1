import type { Manifest } from '@assay/contracts';
import { fail, ok } from '@assay/kernel';
import { aManifest, aVersion } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { draftSaga, needingConsent, notASaga } from './draft-saga.js';

const schema = { type: 'object', properties: { line: { type: 'string' } }, required: ['line'] };
const tools: Readonly<Record<string, Partial<Manifest>>> = {
  'acme/book': { compensation: { class: 'full', tool: 'acme/free', input: '{"line": output.line}' } },
  'acme/free': {},
  'acme/look': {
    annotations: { readOnlyHint: true },
    outputSchema: { type: 'object', properties: { n: { type: 'number' } } },
  },
  'acme/send': { compensation: { class: 'irreversible' } },
  'acme/mail': { compensation: { class: 'side-effects', tool: 'acme/free' } },
  'acme/pretend': { compensation: { class: 'full', tool: 'acme/look' } },
  'acme/stuck': { compensation: { class: 'full', tool: 'acme/gone' } },
  'acme/wrong': { compensation: { class: 'full', tool: 'acme/free', input: '{"line": ' } },
};
const find = (reference: string) => {
  const [name = ''] = reference.split('@');
  const parts = tools[name];
  if (parts === undefined) return fail('not_found', `no tool is called "${name}"`);
  return ok(aVersion(aManifest({ name, inputSchema: schema, ...parts })));
};
const step = (id: string, tool: string, more: object = {}) => ({ id, tool, arguments: { line: 'x' }, ...more });
const draft = (...steps: ReturnType<typeof step>[]) => draftSaga(steps, find);
const steps = (...of: ReturnType<typeof step>[]) => {
  const drafted = draft(...of);
  if (!drafted.ok) throw new Error(JSON.stringify(drafted.error));
  return drafted.value.map((it) => it.step);
};
const issues = (...of: ReturnType<typeof step>[]) => {
  const drafted = draft(...of);
  return drafted.ok ? [] : drafted.error.map(({ path, message }) => `${path}: ${message}`);
};

describe('the steps of a saga', () => {
  it('are undone as their manifests say, as the saga says, or not at all', () => {
    const own = { compensation: { tool: 'acme/free@^1', arguments: { line: '$ref:input.line' } } };
    const [declared, named, none, reads, plain] = steps(
      step('a', 'acme/book@^1'),
      step('b', 'acme/send', own),
      step('c', 'acme/send'),
      step('d', 'acme/look'),
      step('e', 'acme/free'),
    );
    expect(declared).toMatchObject({
      tool: 'acme/book',
      version: '1.0.0',
      compensation: {
        class: 'full',
        tool: 'acme/free',
        input: { kind: 'reshape', expression: '{"line": output.line}' },
      },
    });
    expect(named?.compensation).toEqual({
      ...{ class: 'irreversible', tool: 'acme/free@^1' },
      input: { kind: 'arguments', arguments: { line: '$ref:input.line' } },
    });
    expect([none?.compensation, reads?.compensation, plain?.compensation]).toEqual([null, null, null]);
    expect(reads?.readOnly).toBe(true);
  });

  it('need consent where they cannot be undone and others come after them', () => {
    const own = { compensation: { tool: 'acme/free', arguments: { line: 'x' } } };
    // The tool says of itself that nothing undoes it: a saga's own way back is tried, and overrules nothing.
    expect(needingConsent(steps(step('a', 'acme/send', own), step('b', 'acme/free')))).toEqual([0]);
    expect(needingConsent(steps(step('a', 'acme/free', own), step('b', 'acme/free')))).toEqual([]);
    expect(needingConsent(steps(step('a', 'acme/send'), step('b', 'acme/look'), step('c', 'acme/free')))).toEqual([0]);
    expect(needingConsent(steps(step('a', 'acme/book'), step('b', 'acme/send')))).toEqual([]);
  });

  it('are undone no better than their tools say of themselves', () => {
    const own = { compensation: { tool: 'acme/free', arguments: { line: 'x' } } };
    const classes = ['acme/book', 'acme/mail', 'acme/send'].map((tool) => steps(step('a', tool, own))[0]?.compensation);
    expect(classes.map((it) => it?.class)).toEqual(['semantic', 'side-effects', 'irreversible']);
  });

  it('are not undone by what only reads', () => {
    const own = { compensation: { tool: 'acme/look', arguments: { line: 'x' } } };
    expect(issues(step('a', 'acme/free', own), step('b', 'acme/pretend'))).toEqual([
      expect.stringMatching(/^\/steps\/0\/compensation\/tool: acme\/look is read-only and cannot compensate/),
      expect.stringMatching(/^\/steps\/1\/tool: acme\/pretend is undone by acme\/look, .*is read-only/),
    ]);
  });

  it('are refused with every problem and its place', () => {
    expect(
      issues(
        step('a', 'acme/none'),
        step('a', 'acme/book', { arguments: { line: '$ref:b' } }),
        step('b', 'acme/look'),
        step('c', 'acme/free', { arguments: { line: '$ref:b.n' } }),
        step('d', 'acme/free', { compensation: { tool: 'acme/none', arguments: { line: '$ref:a' } } }),
        step('e', 'acme/free', { compensation: { tool: 'acme/free', arguments: {} } }),
        step('f', 'acme/stuck'),
        step('g', 'acme/wrong'),
      ),
    ).toEqual([
      '/steps/0/tool: no tool is called "acme/none"',
      '/steps/1/id: duplicate step id "a"',
      '/steps/1/arguments/line: no earlier step is called b',
      expect.stringMatching(/^\/steps\/3\/arguments\/line: is a number/),
      '/steps/4/compensation/arguments/line: refers to "a": a compensation sees its step\'s "input" and "output"',
      '/steps/4/compensation/tool: no tool is called "acme/none"',
      '/steps/5/compensation/arguments: the tool needs "line", which is missing',
      expect.stringMatching(/^\/steps\/6\/tool: acme\/stuck is undone by acme\/gone, which cannot be used/),
      expect.stringMatching(/^\/steps\/7\/tool: acme\/wrong is undone by acme\/free, which cannot be used/),
    ]);
  });

  it('say how many problems there are, and the first', () => {
    const failure = notASaga([
      { path: '/steps/0/tool', message: 'is not there' },
      { path: '/steps/1/id', message: 'is there twice' },
    ]);
    expect(failure).toMatchObject({ code: 'invalid_request', issues: [{}, {}] });
    expect(failure.message).toBe('The saga was not started: /steps/0/tool is not there (and 1 more: see errors).');
  });
});
