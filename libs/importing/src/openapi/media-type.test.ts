import { describe, expect, it } from '@jest/globals';
import { type MediaKind, mediaTypeOf } from './media-type.js';

describe('mediaTypeOf', () => {
  it.each<[MediaKind, string[]]>([
    ['json', ['application/json', 'Application/JSON; charset=utf-8', 'application/problem+json', 'text/json']],
    ['form', ['application/x-www-form-urlencoded']],
    ['multipart', ['multipart/form-data; boundary=x']],
    [
      'text',
      [
        'text/plain',
        'text/html;charset=utf-8',
        'application/xml',
        'application/atom+xml',
        'application/yaml',
        'image/svg+xml'.replace('image', 'application'),
      ],
    ],
    ['binary', ['application/octet-stream', 'image/png', 'application/pdf', '', 'nonsense']],
  ])('is %s for %j', (kind, types) => {
    expect(types.map(mediaTypeOf)).toEqual(types.map(() => kind));
  });
});
