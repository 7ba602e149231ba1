import { describe, expect, it } from '@jest/globals';
import { StartError } from '../system/start-error.js';
import { signingKeyOf } from './signing.js';

describe('signingKeyOf', () => {
  it('says in a sentence what is wrong with an operator’s key', () => {
    expect(() => signingKeyOf('-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----')).toThrow(StartError);
    expect(signingKeyOf('k'.repeat(40)).keyId).toMatch(/^[0-9a-f]{16}$/);
  });
});
