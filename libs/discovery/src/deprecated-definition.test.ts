import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aCandidate } from './candidate.fixture.js';
import { behindEquals, callsItselfDeprecated } from './deprecated-definition.js';

const calls = (description: string, title?: string) =>
  callsItselfDeprecated(aCandidate({ manifest: { description, ...(title && { title }) } }).manifest);

describe('callsItselfDeprecated', () => {
  it.each([
    ['Read the contents of a file. DEPRECATED: Use read_text_file instead.'],
    ['[Deprecated] Lists users'],
    ['Deprecated. Use list_all.'],
    ['Lists users (deprecated)'],
    ['This tool is deprecated; use another'],
    ['Lists users. This endpoint has been deprecated since v2.'],
  ])('%s', (description) => expect(calls(description)).toBe(true));

  it.each([['Read File (Deprecated)'], ['DEPRECATED Read File'], ['Read File - deprecated']])('title %s', (title) =>
    expect(calls('Reads', title)).toBe(true),
  );

  it.each([
    ['Lists deprecated packages of a project'],
    ['Finds usages of deprecated APIs and suggests replacements'],
    ['Marks a version as deprecated'],
    ['Whether a package is deprecated'],
  ])('not: %s', (description) => expect(calls(description)).toBe(false));
});

describe('behindEquals', () => {
  const one = (id: string, relevance: number, isOld = false) => ({
    tool: aCandidate({ id, ...(isOld && { deprecated: { sunsetAt: null } }) }),
    candidate: { id, relevance, matched: [] },
  });

  it('keeps all tools, and the order of those that are not deprecated', () => {
    const tools = fc.uniqueArray(
      fc.record({ id: fc.string(), relevance: fc.double({ min: 0, max: 1, noNaN: true }), isOld: fc.boolean() }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(tools, (given) => {
        const ordered = behindEquals(given.map(({ id, relevance, isOld }) => one(id, relevance, isOld)));
        const ids = ordered.map(({ tool }) => tool.id);
        expect(new Set(ids)).toEqual(new Set(given.map(({ id }) => id)));
        expect(ids).toHaveLength(given.length);
        const current = given.filter(({ isOld }) => !isOld).map(({ id }) => id);
        expect(ids.filter((id) => current.includes(id))).toEqual(current);
      }),
    );
  });

  it('moves deprecated tools behind tools of about the same relevance only', () => {
    const ordered = behindEquals([one('old', 1, true), one('same', 0.9), one('older', 0.9, true), one('other', 0.4)]);
    expect(ordered.map(({ tool }) => tool.id)).toEqual(['same', 'old', 'older', 'other']);
  });
});
