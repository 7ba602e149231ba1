import type { Envelope } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { envelopeText, knownText } from './envelope-text.js';

describe('envelopeText', () => {
  it('is written once and remembered', () => {
    const envelope = { id: '1', status: 'succeeded' } as Envelope;
    expect(knownText(envelope)).toBeUndefined();
    const text = envelopeText(envelope);
    expect(JSON.parse(text)).toEqual(envelope);
    expect(knownText(envelope)).toBe(text);
    expect(envelopeText(envelope)).toBe(text);
  });
});
