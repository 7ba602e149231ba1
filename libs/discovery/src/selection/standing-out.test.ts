import { describe, expect, it } from '@jest/globals';
import { aCandidate } from '../candidate.fixture.js';
import { byStanding } from '../candidate.js';
import type { Found } from '../narrow.js';
import { standingOut } from './standing-out.js';

const tools = (count: number, tag: (n: number) => string | undefined, relevance = 0.5): Found[] =>
  Array.from({ length: count }, (_, n) => {
    const capability = tag(n);
    const manifest = capability === undefined ? {} : { capabilities: [capability] };
    const tool = aCandidate({ id: `a/${capability ?? 'none'}-${n}`, manifest });
    return { tool, candidate: { id: tool.id, relevance, matched: [] }, verdict: byStanding(tool), against: [] };
  });
const tags = (found: readonly Found[]) => standingOut(found).map(({ tag }) => tag);

describe('standingOut', () => {
  it('looks at all of fifty tools', () => {
    expect(tags(tools(50, () => 'data.query'))).toEqual([]);
  });

  it('names up to three roots that most of the relevance lies in', () => {
    expect(tags(tools(60, () => 'data.query'))).toEqual(['data']);
    expect(tags(tools(60, (n) => ['data.a', 'files.b', 'mail.c', 'web.d'][n % 4]))).toHaveLength(3);
  });

  it('names none when the tools are scattered, or have no capability', () => {
    expect(tags(tools(60, (n) => `c${n}.x`))).toEqual([]);
    expect(tags(tools(60, () => undefined))).toEqual([]);
  });

  it('is decided by the best fifty', () => {
    expect(tags([...tools(50, () => 'mail.send', 0.9), ...tools(200, (n) => `c${n}.x`, 0.1)])).toEqual(['mail']);
  });

  it('tells which tools a category holds', () => {
    const [data] = standingOut(tools(60, () => 'data.query'));
    expect(data?.holds(tools(1, () => 'data.query.sql')[0] as Found)).toBe(true);
    expect(data?.holds(tools(1, () => 'database.x')[0] as Found)).toBe(false);
  });
});
