import { describe, expect, it } from '@jest/globals';
import { textFindings } from './text-findings.js';

const rulesOf = (code: string) => textFindings(code).map(({ rule, line }) => [rule, line]);

describe('findings in the text of code', () => {
  it('are characters that are not shown, and credentials, at their lines', () => {
    expect(rulesOf('a = 1')).toEqual([]);
    expect(rulesOf('a\n\u202eb')).toEqual([['hidden-characters', 2]]);
    expect(rulesOf('\n\nkey = "AKIAIOSFODNN7EXAMPLE"')).toEqual([['credential', 3]]);
  });
});
