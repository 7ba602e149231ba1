import { describe, expect, it } from '@jest/globals';
import { suggestCapabilities } from './suggest-capabilities.js';
import type { Capability } from './taxonomy/capability.js';
import { seededTaxonomy } from './taxonomy/seeded-taxonomy.js';
import { Taxonomy } from './taxonomy/taxonomy.js';

describe('suggestCapabilities', () => {
  it.each([
    ['read_text_file', 'Reads.', ['data.file.read']],
    ['readMediaFile', 'Reads.', ['data.file.read']],
    ['search.files', 'Finds.', ['data.file.search']],
    ['create_entities', 'Adds.', ['knowledge.graph']],
    ['git-commit', 'Records.', ['code.version-control']],
    ['tool_7', 'Gives the weather forecast of a place. Also sends email.', ['weather.forecast']],
    // A single matching word is too weak.
    ['tool_7', 'Gives the weather of a place.', []],
    ['tool_7', 'Does something else.', []],
    // The name outweighs the description.
    ['send_mail', 'Also reads the weather.', ['communication.email.send']],
  ])('of %s, "%s": %j', (name, description, tags) => {
    expect(suggestCapabilities(name, description)).toEqual(tags);
  });

  it('returns at most two, each once', () => {
    expect(suggestCapabilities('x', 'Search the web page, post message, translate, sum and image it')).toHaveLength(2);
  });

  it('suggests from the given taxonomy, and nothing deprecated', () => {
    const own = new Taxonomy();
    const node = seededTaxonomy().row('weather.forecast') as Capability;
    own.apply({ id: 'a', state: { ...node, tag: 'sky', parent: null } });
    expect(suggestCapabilities('weather_forecast', 'Forecasts.', own)).toEqual(['sky']);
    own.apply({ id: 'a', state: { ...node, tag: 'sky', parent: null, deprecated: true } });
    expect(suggestCapabilities('weather_forecast', 'Forecasts.', own)).toEqual([]);
  });
});
