import { describe, expect, it } from '@jest/globals';
import { authorizationRecordsContract, InMemoryAuthorizationRecords } from '../testing/index.js';

describe('the fake keeps the contract of AuthorizationRecords', () => {
  it.each(authorizationRecordsContract)('$name', async ({ check }) => {
    await expect(check(new InMemoryAuthorizationRecords())).resolves.toBeUndefined();
  });
});
