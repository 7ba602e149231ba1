import { describe, expect, it } from '@jest/globals';
import { shareParts } from './shared-parts.js';

const limit = { name: 'limit', in: 'query', description: 'Maximum items per page; 50 when absent' };
const other = { ...limit, description: 'Maximum calls that are replayed; all of them when absent' };
const part = (value: typeof limit) => ({ value, names: ['limit', 'limitQuery'] });

describe('repeated parts of a document', () => {
  it('become components that the document refers to', () => {
    const { use, components } = shareParts('parameters', [limit, limit, limit].map(part));
    expect(components).toEqual({ limit });
    expect(use({ ...limit })).toEqual({ $ref: '#/components/parameters/limit' });
  });

  it('stay in place when they are used once or are short', () => {
    const short = { name: 'a', in: 'query', description: '' };
    const { use, components } = shareParts('parameters', [limit, short, short].map(part));
    expect([components, use(limit), use(short)]).toEqual([{}, limit, short]);
  });

  it('give the most frequent one the first name, the next one the second, and a third none', () => {
    const third = { ...limit, description: 'Maximum rows of the answer; one thousand when absent' };
    const parts = [other, other, other, limit, limit, limit, limit, third, third, third];
    const { use, components } = shareParts('parameters', parts.map(part));
    expect(components).toEqual({ limit, limitQuery: other });
    expect(use(third)).toBe(third);
  });
});
