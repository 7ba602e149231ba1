import { describe, expect, it } from '@jest/globals';
import { readmeText } from './server-text.js';

describe('the README of an exported tool', () => {
  it('says what to read first, and what the tool reaches', () => {
    const plain = readmeText('half', 'Half\nof it', { files: '`tool.mjs`', reaches: [] });
    expect(plain).toContain('# half\n\nHalf of it\n');
    expect(plain).toContain('read `tool.mjs` before you');
    expect(plain).not.toContain('It reaches');
    expect(readmeText('half', 'Half', { files: 'x', reaches: ['/data', 'UNIT'] })).toContain('- /data\n- UNIT\n');
  });
});
