import { expect, it } from '@jest/globals';
import { ChangeFollowers } from './change-followers.js';

type Rule = { readonly kind: 'rule'; readonly id: string };

it('applies each change by the follower of its kind, the rest together, and then notifies', async () => {
  const followers = new ChangeFollowers();
  const events: string[] = [];
  followers.follow<Rule>(['rule'], ({ id }) => void events.push(`rule ${id}`));
  followers.followRest<{ kind: string }>(async (changes) => {
    await Promise.resolve();
    events.push(`rest ${changes.map(({ kind }) => kind).join(' ')}`);
  });
  followers.afterwards((changes) => void events.push(`after ${changes.length}`));
  await followers.apply([{ kind: 'server' }, { kind: 'rule', id: 'a' } as never, { kind: 'grant' }]);
  expect(events).toEqual(['rule a', 'rest server grant', 'after 3']);
});

it('notifies of no batch that could not be applied', async () => {
  const followers = new ChangeFollowers();
  followers.followRest(() => Promise.reject(new Error('index away')));
  let notified = 0;
  followers.afterwards(() => {
    notified += 1;
  });
  await expect(followers.apply([{ kind: 'server' }])).rejects.toThrow('index away');
  expect(notified).toBe(0);
});
