import { describe, expect, it } from '@jest/globals';
import { signatureOf } from './assay-signature.js';

const keyId = '0123456789abcdef';
const signature = 'A'.repeat(86);
const read = (text: string) => signatureOf({ headers: { 'assay-signature': text } });

describe('the header Assay-Signature', () => {
  it('is optional', () => {
    expect(signatureOf({ headers: {} })).toBeNull();
  });

  it.each([
    `keyid=${keyId}; sig=${signature}`,
    `sig="${signature}";KeyId="${keyId}"`,
    ` keyid = ${keyId} ; sig = ${signature} `,
  ])('is read from %j', (text) => {
    expect(read(text)).toEqual({ keyId, signature });
  });

  it.each([
    '',
    'keyid',
    `keyid=${keyId}`,
    `sig=${signature}`,
    `keyid=${keyId}; sig=${signature}; alg=none`,
    `keyid=${keyId}; sig=${signature}, keyid=${keyId}; sig=${signature}`,
    `keyid=${keyId}; keyid=${keyId}`,
    `keyid=0123; sig=${signature}`,
    `keyid=${keyId}; sig=${signature}=`,
    `keyid=${keyId}; sig=${'+'.repeat(86)}`,
  ])('is refused when it is %j', (text) => {
    expect(() => read(text)).toThrow('Assay-Signature must be');
  });
});
