import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CedarPolicyEngine } from './cedar-policy-engine.js';

const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'policies.md'), 'utf8');
const texts = [...page.matchAll(/```cedar\n([\s\S]*?)```/g)].map(([, text]) => text as string);

describe('policies in the documentation', () => {
  it.each(texts.map((text, index) => [index + 1, text] as const))('example %i can be put in force', (_, text) => {
    const read = new CedarPolicyEngine().read(text);
    expect(read.ok ? [] : read.error.map((it) => it.message)).toEqual([]);
  });

  it('show each action and each obligation', () => {
    const read = texts.flatMap((text) => {
      const statements = new CedarPolicyEngine().read(text);
      return statements.ok ? statements.value : [];
    });
    expect(new Set(read.flatMap((it) => it.actions))).toEqual(new Set(['call', 'return', 'reveal']));
    expect(read.map((it) => it.obligation)).toEqual(expect.arrayContaining(['mask', 'withhold']));
  });
});
