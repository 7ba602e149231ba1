import { describe, expect, it } from '@jest/globals';
import { embedText } from './embed-text.js';
import { tokenTable } from './token-table.js';

const table = tokenTable();
const vector = (text: string) => embedText(text, table) as Float32Array;
const cosine = (a: string, b: string) => {
  const [left, right] = [vector(a), vector(b)];
  return left.reduce((sum, value, at) => sum + value * (right[at] as number), 0);
};

describe('embedText', () => {
  it('gives a vector of length 1, the same for the same text', () => {
    expect(Math.hypot(...vector('read a file'))).toBeCloseTo(1, 5);
    expect(vector('read a file')).toEqual(vector('Read a FILE'));
  });

  it('gives null for a text without a known token', () => {
    expect(embedText('', table)).toBeNull();
    expect(embedText(' \n ', table)).toBeNull();
  });

  it.each([
    ['send an email to a colleague', 'deliver a message by post', 'compute the square root'],
    ['what will the weather be tomorrow', 'forecast of rain and temperature', 'list the commits of a repository'],
    ['erase a document', 'delete a file', 'translate a sentence into French'],
  ])('places %j nearer to %j than to %j', (text, near, far) => {
    expect(cosine(text, near)).toBeGreaterThan(cosine(text, far) + 0.1);
  });
});
