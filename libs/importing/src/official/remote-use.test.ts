import { describe, expect, it } from '@jest/globals';
import { conflictingUse } from './remote-use.js';

const url = 'https://mcp.example.com';
const conflict = (users: readonly string[]) =>
  conflictingUse('com.example/mine', ['https://free.example.com', url], { users: new Map([[url, users]]) });

describe('the use of a remote address', () => {
  it('conflicts with another server that uses the address', () => {
    expect(conflict(['com.example/mine', 'com.example/other'])).toBe(
      `remote URL ${url} is already used by server com.example/other`,
    );
  });

  it('does not conflict with the same server, or with nobody', () => {
    expect(conflict(['com.example/mine'])).toBeUndefined();
    expect(conflict([])).toBeUndefined();
  });
});
