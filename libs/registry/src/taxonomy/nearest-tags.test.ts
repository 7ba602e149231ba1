import { describe, expect, it } from '@jest/globals';
import { aCapability, aTaxonomy } from '../testing/a-capability.js';
import { capabilitiesAbout, nearestTags, tagNotes } from './nearest-tags.js';

const taxonomy = aTaxonomy([
  aCapability('data', { aliases: ['stored data'] }),
  aCapability('data.query', { aliases: ['query data', 'lookup'] }),
  aCapability('mail', { aliases: ['mail'] }),
  aCapability('post', { mergedInto: 'mail' }),
  aCapability('fax', { aliases: ['fax'], deprecated: true }),
]);

describe('nearestTags', () => {
  it.each([
    ['data.query.slq', ['data.query']],
    ['acme.mail', ['mail']],
    ['stored', ['data']],
    ['queries', ['data.query']],
    ['zzz', []],
  ])('of %s', (tag, near) => {
    expect(nearestTags(tag, taxonomy)).toEqual(near);
  });
});

describe('capabilitiesAbout', () => {
  it('finds by the words people use', () => {
    expect(capabilitiesAbout('a lookup', taxonomy).map(({ tag }) => tag)).toEqual(['data.query']);
  });

  it('finds tags that share a word when nothing else matches, most words first', () => {
    expect(capabilitiesAbout('stored', taxonomy).map(({ tag }) => tag)).toEqual(['data']);
    expect(capabilitiesAbout('stored query', taxonomy).map(({ tag }) => tag)).toEqual(['data', 'data.query']);
    expect(capabilitiesAbout('fax', taxonomy)).toEqual([]);
  });
});

describe('tagNotes', () => {
  it.each([
    ['data.query', []],
    ['data.query.slq', ['The capability "data.query.slq" is not in the taxonomy; nearest: data.query.']],
    ['zzz', ['The capability "zzz" is not in the taxonomy.']],
    ['post', ['The capability "post" stands for "mail" now.']],
    ['lookup', ['The capability "lookup" is another word for "data.query" in the taxonomy.']],
    ['fax', ['The capability "fax" is deprecated; nearest: none.']],
  ])('of %s', (tag, notes) => {
    expect(tagNotes([tag], taxonomy)).toEqual(notes);
  });
});
