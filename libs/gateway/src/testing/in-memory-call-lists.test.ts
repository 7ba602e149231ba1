import { describe, expect, it } from '@jest/globals';
import { callListsContract } from './call-lists.contract.js';
import { InMemoryCallLists } from './in-memory-call-lists.js';

describe('InMemoryCallLists keeps the contract of CallLists', () => {
  it.each(callListsContract)('$name', async ({ check }) => {
    const lists = new InMemoryCallLists();
    const [organisationId, principalId] = ['org-acme', 'principal-ann'];
    const record = async (...call: Parameters<InMemoryCallLists['record']>) => lists.record(...call);
    const accept = async (call: Parameters<InMemoryCallLists['accept']>[0]) => lists.accept(call, organisationId);
    const close = async (...closed: Parameters<InMemoryCallLists['close']>) => lists.close(...closed);
    await expect(check({ lists, organisationId, principalId, record, accept, close })).resolves.toBeUndefined();
  });
});
