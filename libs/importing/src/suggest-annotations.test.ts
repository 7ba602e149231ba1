import { describe, expect, it } from '@jest/globals';
import { suggestAnnotations } from './suggest-annotations.js';

const reads = { readOnlyHint: true, destructiveHint: false };
const destroys = { readOnlyHint: false, destructiveHint: true };
const of = (name: string, description?: string, annotations?: Record<string, unknown>) =>
  suggestAnnotations({
    name,
    inputSchema: {},
    ...(description && { description }),
    ...(annotations && { annotations }),
  })?.annotations;

describe('suggestAnnotations', () => {
  it.each([
    ['get_user', undefined, reads],
    ['listProcesses', undefined, reads],
    ['zia_list_vpn_credentials', undefined, reads],
    ['get_deleted_items', 'Shows what was deleted.', reads],
    ['users', 'Retrieves users.', reads],
    ['delete_node', undefined, destroys],
    ['archival_memory_remove', undefined, destroys],
    ['users', 'Deletes a user.', destroys],
    ['get_and_delete', undefined, destroys],
  ])('by %s (%s)', (name, description, expected) => {
    expect(of(name, description)).toEqual(expected);
  });

  it.each([
    ['what it cannot tell', 'orders', undefined, undefined],
    ['what may do anything', 'query_sql', 'Runs a query.', undefined],
    ['what writes, which may destroy or not', 'update_order', undefined, undefined],
    ['a name that reads and a text that writes', 'get_token', 'Creates a token.', undefined],
    ['what declares itself', 'get_user', undefined, { readOnlyHint: false }],
    ['what declares whether it destroys', 'get_user', undefined, { destructiveHint: false }],
  ])('nothing of %s', (_, name, description, annotations) => {
    expect(of(name, description, annotations)).toBeUndefined();
  });

  it('names the word that decided', () => {
    expect(suggestAnnotations({ name: 'x', description: 'Lists things.', inputSchema: {} })?.because).toBe('list');
  });
});
