import { expect, it } from '@jest/globals';
import { groupHints, groupsAsked, groupsOf, listedTools, unlistedGroups } from './tool-groups.js';

const tools = new Map<string, { group?: 'sagas' | 'code' }>([
  ['call_tool', {}],
  ['start_saga', { group: 'sagas' }],
  ['run_code', { group: 'code' }],
]);

it('lists the tools of the groups that an address asks for', () => {
  expect(groupsAsked({ tools: 'sagas,code' })).toEqual({ ok: true, value: ['code', 'sagas'] });
  expect(groupsAsked({})).toEqual({ ok: true, value: [] });
  expect(groupsAsked({ tools: 'all' })).toMatchObject({ ok: false });
  expect(groupsOf('code,sagas')).toEqual(['code', 'sagas']);
  expect(listedTools(tools, [])).toEqual([{}]);
  expect(listedTools(tools, ['code'])).toEqual([{}, { group: 'code' }]);
  expect(unlistedGroups(tools, ['code'])).toEqual(['sagas']);
});

it('a task names the groups that it needs', () => {
  const hints = (task: string) => groupHints(task, ['code', 'sagas', 'making']).map((it) => it.split('=').at(-1));
  expect(hints('run python over the rows')).toEqual(['code.']);
  expect(hints('make a tool that adds numbers')).toEqual(['making.']);
  expect(hints('undo the booking when payment fails')).toEqual(['sagas.']);
  expect(hints('what is the weather')).toEqual([]);
});
