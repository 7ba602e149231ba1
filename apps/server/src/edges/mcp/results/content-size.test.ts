import { describe, expect, it } from '@jest/globals';
import { base64Of, bytesOfBase64, maxTokensOf, mediaTokens, textOf } from './content-size.js';

const image = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' };
const file = { type: 'resource' as const, resource: { uri: 'x://1', blob: 'BBBB' } };
const note = { type: 'resource' as const, resource: { uri: 'x://2', text: 'a note' } };
const link = { type: 'resource_link' as const, uri: 'x://3', name: 'three' };

describe('the size of content', () => {
  it('is the bytes of texts, and a fixed number for what is seen or heard', () => {
    expect([image, file, note, link].map(base64Of)).toEqual(['AAAA', 'BBBB', undefined, undefined]);
    expect([image, file, note, link].map(textOf)).toEqual([undefined, undefined, 'a note', JSON.stringify(link)]);
    expect(maxTokensOf([image, { type: 'text', text: 'é' }])).toBe(mediaTokens + 2);
    expect(bytesOfBase64('AAAA')).toBe(3);
  });
});
