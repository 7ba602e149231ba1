import { describe, expect, it } from '@jest/globals';
import { aCapability, aTaxonomy } from '../testing/a-capability.js';
import { capabilityWords } from './capability-words.js';

const taxonomy = aTaxonomy([
  aCapability('data'),
  aCapability('data.file.read', { aliases: ['read file', 'open file'] }),
  aCapability('data.file', { aliases: ['file'] }),
  aCapability('mail', { aliases: ['mail', 'inbox'] }),
  aCapability('gone', { aliases: ['fax'], deprecated: true }),
]);
const tags = (name: string, description = '') =>
  capabilityWords(taxonomy)
    .score(name, description)
    .map(({ tag }) => tag);

describe('capabilityWords', () => {
  it.each([
    ['fileRead', '', ['data.file.read', 'data.file']],
    ['x', 'Reads the complete contents of a file', ['data.file.read', 'data.file']],
    ['x', 'A file to be read', ['data.file']],
    ['x', 'Reads mail and, when it is about money and comes on time, puts it in a file', ['data.file', 'mail']],
    ['fax', 'Faxes', []],
    ['', '', []],
  ])('of %s, "%s"', (name, description, expected) => {
    expect(tags(name, description)).toEqual(expected);
  });

  it('weighs a name above a description, and several phrases above one', () => {
    expect(tags('inbox', 'a file')[0]).toBe('mail');
    const [one] = capabilityWords(taxonomy).score('x', 'mail');
    const [both] = capabilityWords(taxonomy).score('x', 'mail, inbox');
    expect(both?.score).toBeGreaterThan(one?.score as number);
  });

  it('is rebuilt when the taxonomy has changed, and not before', () => {
    const own = aTaxonomy([aCapability('mail', { aliases: ['mail'] })]);
    const before = capabilityWords(own);
    expect(capabilityWords(own)).toBe(before);
    own.apply({ id: 'mail', state: aCapability('mail', { aliases: ['post'] }) });
    expect(capabilityWords(own).score('mail', '')).toEqual([]);
  });
});
