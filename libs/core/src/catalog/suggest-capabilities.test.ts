import { describe, expect, it } from '@jest/globals';
import { suggestCapabilities } from './suggest-capabilities.js';

describe('suggestCapabilities', () => {
  it.each([
    ['read_text_file', 'Reads.', ['data.file.read']],
    ['readMediaFile', 'Reads.', ['data.file.read']],
    ['search.files', 'Finds.', ['data.file.search']],
    ['create_entities', 'Adds.', ['knowledge.graph']],
    ['git-commit', 'Records.', ['code.version-control']],
    ['tool_7', 'Gives the weather of a place. Also sends email.', ['data.weather']],
    ['tool_7', 'Does something else.', []],
    // The name decides, whatever the description says.
    ['send_mail', 'Also reads the weather.', ['communication.email']],
  ])('of %s, "%s": %j', (name, description, tags) => {
    expect(suggestCapabilities(name, description)).toEqual(tags);
  });

  it('gives at most two, each once', () => {
    expect(suggestCapabilities('x', 'Search the web page, post message, translate, sum and image it')).toHaveLength(2);
  });
});
