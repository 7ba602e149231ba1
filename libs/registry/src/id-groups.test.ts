import { describe, expect, it } from '@jest/globals';
import { IdGroups } from './id-groups.js';

describe('IdGroups', () => {
  it('lists the members of a group, each once, until they leave', () => {
    const groups = new IdGroups();
    for (const id of ['b', 'a', 'b']) groups.add('red', id);
    groups.add('blue', 'a');
    expect([groups.of('red'), groups.of('blue'), groups.of('green')]).toEqual([['b', 'a'], ['a'], []]);
    groups.remove('red', 'b');
    groups.remove('red', 'never');
    groups.remove('green', 'a');
    expect([groups.of('red'), groups.of('blue')]).toEqual([['a'], ['a']]);
    groups.remove('red', 'a');
    expect(groups.of('red')).toEqual([]);
  });
});
