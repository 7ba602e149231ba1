import { describe, expect, it } from '@jest/globals';
import { aCapability, aTaxonomy } from '../testing/a-capability.js';
import type { Capability } from './capability.js';
import { maxDepth, movedTo, parentOf, refusalOf, refused, taken, unknownTag } from './place-capability.js';

const proposal = (tag: string, parent?: string | null) => ({
  ...{ tag, label: tag, description: tag },
  ...(parent !== undefined && { parent }),
});
const deep = Array.from({ length: maxDepth }, (_, level) => Array.from({ length: level + 1 }, () => 'a').join('.'));
const tree = () => aTaxonomy(['maps', 'maps.streets', ...deep].map((tag) => aCapability(tag)));

describe('the place of a capability', () => {
  it('is below the parent that is named, else below the one that its dots name', () => {
    expect(parentOf(proposal('maps.caves'), tree())).toBe('maps');
    expect(parentOf(proposal('caves', 'maps.streets'), tree())).toBe('maps.streets');
    expect([parentOf(proposal('caves'), tree()), parentOf(proposal('maps.caves', null), tree())]).toEqual([null, null]);
    expect(refusalOf(proposal('maps.caves'), tree())).toBeUndefined();
  });

  it.each([
    [proposal('maps'), 'conflict', /in the taxonomy already/],
    [proposal('caves', 'caves'), 'invalid_request', /cannot lie below itself/],
    [proposal('mops.caves'), 'invalid_request', /No capability "mops"/],
    [proposal(`${deep.at(-1)}.a`), 'invalid_request', /9 levels deep/],
  ])('is refused: %j', (asked, code, message) => {
    expect(refusalOf(asked, tree())).toMatchObject({ error: { code, message: expect.stringMatching(message) } });
  });

  it('may be moved, but not below itself or too deep', () => {
    const node = (tag: string) => tree().node(tag) as Capability;
    expect(movedTo(node('maps.streets'), null, tree())).toEqual({ ok: true, value: null });
    expect(movedTo(node('maps.streets'), 'a', tree())).toEqual({ ok: true, value: 'a' });
    expect(movedTo(node('maps'), 'maps.streets', tree())).toMatchObject({ error: { code: 'invalid_request' } });
    expect(movedTo(node('a'), 'maps', tree())).toMatchObject({
      error: { message: expect.stringMatching(/9 levels deep/) },
    });
    expect(movedTo(node('maps'), 'none', tree())).toMatchObject({ error: { code: 'invalid_request' } });
  });

  it('is explained by the failures', () => {
    expect(taken('a', 'b')).toMatchObject({ error: { message: expect.stringMatching(/merged into "b"/) } });
    expect(refused('/x', 'no')).toMatchObject({ error: { issues: [{ path: '/x', message: 'no' }] } });
    expect(unknownTag('none', tree())).toMatchObject({ error: { code: 'not_found' } });
  });
});
