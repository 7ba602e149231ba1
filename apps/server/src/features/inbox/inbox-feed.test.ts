import { expect, it } from '@jest/globals';
import { InboxFeed } from './inbox-feed.js';

it('reports changes to those who listen for the organisation, until they stop', () => {
  const feed = new InboxFeed();
  const heard: string[] = [];
  const stop = feed.listen('acme', () => void heard.push('one'));
  feed.listen('acme', () => void heard.push('two'));
  feed.listen(null, () => void heard.push('nobody'));
  feed.changed('acme');
  feed.changed('other');
  stop();
  stop();
  feed.changed('acme');
  expect(heard).toEqual(['one', 'two', 'two']);
});
