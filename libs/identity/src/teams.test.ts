import { describe, expect, it } from '@jest/globals';
import type { Team } from './records.js';
import { Teams } from './teams.js';

const team = (parts: Partial<Team> = {}): Team => ({
  id: 't',
  organisationId: 'org-acme',
  name: 'payments',
  members: ['ann', 'bob'],
  createdAt: 0,
  createdBy: null,
  ...parts,
});

describe('Teams', () => {
  it('follow names and members through changes and removals', () => {
    const teams = new Teams();
    teams.apply('t', team());
    teams.apply('u', team({ id: 'u', name: 'other', members: ['bob'] }));
    expect(teams.named('org-acme', 'payments')?.id).toBe('t');
    expect(teams.named('org-other', 'payments')).toBeUndefined();
    expect([teams.of('ann'), teams.of('bob'), teams.of('cleo')]).toEqual([['t'], ['t', 'u'], []]);
    teams.apply('t', team({ name: 'money', members: ['cleo'] }));
    expect(teams.named('org-acme', 'payments')).toBeUndefined();
    expect([teams.of('ann'), teams.of('bob'), teams.of('cleo')]).toEqual([[], ['u'], ['t']]);
    teams.apply('t', null);
    expect([teams.get('t'), teams.of('cleo'), [...teams.all()].length]).toEqual([undefined, [], 1]);
  });

  it('return the same array until a principal’s teams change', () => {
    const teams = new Teams();
    teams.apply('t', team());
    const before = teams.of('ann');
    teams.apply('t', team({ members: ['ann'] }));
    expect(teams.of('ann')).toBe(before);
    expect(teams.of('nobody')).toBe(teams.of('bob'));
    teams.apply('u', team({ id: 'u', name: 'other' }));
    expect(teams.of('ann')).not.toBe(before);
  });

  it('keep a name that has moved to another team, in either order of changes', () => {
    const teams = new Teams();
    teams.apply('t', team());
    teams.apply('u', team({ id: 'u' }));
    teams.apply('t', team({ name: 'former' }));
    expect(teams.named('org-acme', 'payments')?.id).toBe('u');
  });
});
