import { describe, expect, it } from '@jest/globals';
import { publishedProblems } from './published-operations.fixture.js';

const asked = (method: string, path: string, body: Record<string, unknown>, type = 'application/json') =>
  publishedProblems({ method, path, body, headers: { 'content-type': type } });
const form = 'application/x-www-form-urlencoded';

describe('publishedProblems', () => {
  it.each([
    ['POST', '/github/repos/a/b/issues', { title: 'Lamp', labels: ['bug'] }],
    ['PATCH', '/github/repos/a/b/issues/12', { state: 'closed' }],
    ['POST', '/jira/rest/api/3/issue/OPS-3/transitions', { transition: { id: '2' } }],
  ])('accepts %s %s', (method, path, body) => {
    expect(asked(method, path, body)).toEqual([]);
  });

  it('reads the parameters of Slack from a form', () => {
    expect(asked('POST', '/slack/conversations.history', { channel: 'C1', limit: '20' }, form)).toEqual([]);
    expect(asked('POST', '/slack/conversations.history', { channel: 'C1', limit: 'many' }, form)).toHaveLength(1);
  });

  it.each([
    ['a missing member', 'POST', '/github/repos/a/b/issues', { body: 'x' }, /title/],
    ['a wrong type', 'POST', '/github/repos/a/b/issues', { title: 'x', labels: 'bug' }, /labels/],
    ['a value of no list', 'PATCH', '/github/repos/a/b/issues/1', { state: 'done' }, /state/],
    ['a name with a typing error', 'POST', '/github/repos/a/b/issues/1/assignees', { asignees: ['ann'] }, /asignees/],
    ['another path', 'POST', '/github/repos/a/b/issue', { title: 'x' }, /not documented/],
    ['another method', 'DELETE', '/github/repos/a/b/issues/1', {}, /not documented/],
    ['a parameter that is not there', 'GET', '/jira/rest/api/3/user/assignable/search?isueKey=1', {}, /isueKey/],
  ])('finds %s', (_, method, path, body, says) => {
    expect(asked(method, path, body)?.join()).toMatch(says);
  });

  it('has nothing to say of services without a document', () => {
    expect(asked('POST', '/linear/graphql', {})).toBeNull();
  });
});
