import { readFileSync } from 'node:fs';
import { limitNames } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { limitTable } from './limit-table.js';

const page = readFileSync(new URL('../../../../docs/limits.md', import.meta.url), 'utf8');
const windows = { 0: 'call', 60000: 'minute', 3600000: 'hour', 86400000: '24 hours' };

describe('limitTable', () => {
  it.each(limitNames)('says of %s what docs/limits.md says', (name) => {
    const { fallback, window } = limitTable[name];
    const rows = page.split('\n').map((line) => line.split('|').map((it) => it.trim()));
    const cells = rows.find((row) => row[1] === `\`${name}\``);
    expect(cells?.[3]).toBe(fallback === null ? 'none' : fallback.toLocaleString('en'));
    expect(cells?.[4]).toBe(
      window.kind === 'calendar' && window.ms > 0 ? 'day (UTC)' : windows[window.ms as keyof typeof windows],
    );
  });
});
