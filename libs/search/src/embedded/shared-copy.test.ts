import { runAtOnce, type Sliced } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sharedCopy, sharedStrings, stringsIn } from './shared-copy.js';

const stepsOf = (steps: Sliced<unknown>): number => [...steps].length;

describe('sharedCopy', () => {
  it('copies the first numbers of a column into shared memory', () => {
    const copy = runAtOnce(sharedCopy(Uint32Array.of(1, 2, 3, 4), 3));
    expect([...copy]).toEqual([1, 2, 3]);
    expect(copy.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(runAtOnce(sharedCopy(new Int8Array(0), 0))).toHaveLength(0);
  });

  it('pauses after every two megabytes, and loses none', () => {
    const column = Float64Array.from({ length: 600_000 }, (_, at) => at);
    expect(stepsOf(sharedCopy(column, column.length))).toBe(2);
    expect(runAtOnce(sharedCopy(column, column.length)).findIndex((value, at) => value !== at)).toBe(-1);
  });
});

describe('sharedStrings', () => {
  it('are read as they were written', () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.toWellFormed().replaceAll('\n', ' '));
    fc.assert(
      fc.property(fc.array(line), (strings) => expect(stringsIn(runAtOnce(sharedStrings(strings)))).toEqual(strings)),
    );
    const many = Array.from({ length: 20_000 }, (_, at) => `acme/t${at}`);
    expect(stepsOf(sharedStrings(many))).toBe(5);
    expect(stringsIn(runAtOnce(sharedStrings(many)))).toEqual(many);
  });
});
