import { describe, expect, it } from '@jest/globals';
import type { Toolset } from './toolset.js';
import { Toolsets } from './toolsets.js';

const toolset = (parts: Partial<Toolset> = {}): Toolset => ({
  id: 'one',
  organisationId: 'org-acme',
  name: 'desk',
  description: null,
  visibility: 'organisation',
  tools: [],
  createdAt: 0,
  createdBy: null,
  responseTokens: null,
  enables: [],
  updatedAt: 0,
  ...parts,
});

describe('Toolsets', () => {
  it('finds sets by the names they have, in the order of the names', () => {
    const all = new Toolsets();
    all.apply({ kind: 'toolset', id: 'one', state: toolset() });
    all.apply({ kind: 'toolset', id: 'two', state: toolset({ id: 'two', name: 'arms' }) });
    all.apply({ kind: 'toolset', id: 'three', state: toolset({ id: 'three', organisationId: 'org-other' }) });
    expect(all.of('org-acme').map((it) => it.name)).toEqual(['arms', 'desk']);
    expect(all.named('org-other', 'desk')?.id).toBe('three');
    all.apply({ kind: 'toolset', id: 'one', state: null });
    expect(all.named('org-acme', 'desk')).toBeUndefined();
    expect([...all.all()].map((it) => it.id)).toEqual(['two', 'three']);
  });

  it('lets a name move to another set immediately, for any order of changes', () => {
    const all = new Toolsets();
    all.apply({ kind: 'toolset', id: 'one', state: toolset() });
    all.apply({ kind: 'toolset', id: 'two', state: toolset({ id: 'two' }) });
    all.apply({ kind: 'toolset', id: 'one', state: null });
    expect(all.named('org-acme', 'desk')?.id).toBe('two');
  });
});
