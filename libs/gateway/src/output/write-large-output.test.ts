import { digestJson, jsonText } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { isLargeOutput, type WrittenOutput, writeLargeOutput } from './write-large-output.js';

const output = { rows: Array.from({ length: 10_000 }, (_, at) => ({ name: `n${at}`, id: at })) };

describe('writeLargeOutput', () => {
  it('writes the text once, and makes the digest in canonical order', async () => {
    expect([isLargeOutput(output), isLargeOutput({ a: 1 })]).toEqual([true, false]);
    const clock = new FakeClock();
    const writing = writeLargeOutput(output, clock, new AbortController().signal);
    let written: WrittenOutput | undefined;
    void writing.then((it) => {
      written = it;
    });
    for (let turn = 0; written === undefined && turn < 10_000; turn += 1) {
      clock.advance(1);
      await new Promise(setImmediate);
    }
    expect(written).toEqual({ text: JSON.stringify(output), digest: digestJson(output) });
    expect(jsonText(output)).toBe(JSON.stringify(output));
  });

  it('stops when nobody waits any more', async () => {
    const clock = new FakeClock();
    const writing = writeLargeOutput(output, clock, AbortSignal.abort());
    clock.advance(1);
    expect(await writing).toBeUndefined();
  });
});
