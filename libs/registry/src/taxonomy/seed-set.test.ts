import { capabilitySchema, proposeCapabilitySchema } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { phraseOf } from './phrases.js';
import { seedSet } from './seed-set.js';
import { seededTaxonomy } from './seeded-taxonomy.js';

const nodes = seedSet();
const living = nodes.filter(({ mergedInto }) => mergedInto === null);

describe('the first set', () => {
  it('is a tree: every tag once, every parent before its children, every merge into a node', () => {
    const seen = new Set<string>();
    for (const { tag, parent, mergedInto } of nodes) {
      expect(seen.has(tag)).toBe(false);
      if (parent !== null) expect(seen).toContain(parent);
      if (mergedInto !== null) expect(seen).toContain(mergedInto);
      seen.add(tag);
    }
    expect(living.length).toBeGreaterThan(200);
  });

  it('follows the rules for proposals', () => {
    for (const { tag, parent, label, description, aliases } of living) {
      expect(proposeCapabilitySchema.safeParse({ tag, parent, label, description, aliases })).toMatchObject({
        success: true,
      });
      expect(aliases.length).toBeGreaterThan(0);
    }
    for (const { tag } of nodes) expect(capabilitySchema.safeParse(tag).success).toBe(true);
  });

  it('lists each alias of a capability once', () => {
    for (const { tag, aliases } of living) {
      const phrases = aliases.map(phraseOf);
      expect([tag, phrases.filter((it, at) => phrases.indexOf(it) !== at)]).toEqual([tag, []]);
    }
  });

  it.each([
    ['data.weather', 'weather'],
    ['mail.send', 'communication.email.send'],
    ['sql', 'data.query.sql'],
    ['bitcoin', 'finance.crypto'],
  ])('maps %s to %s', (tag, meant) => {
    expect(seededTaxonomy().canonical(tag)).toBe(meant);
  });
});
