import { digestJson, jsonText } from '@assay/kernel';
import { FakeClock } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { aCall } from '../testing/a-call.js';
import { isLargeOutput, writeLargeOutput } from './write-large-output.js';

const output = { rows: Array.from({ length: 10_000 }, (_, at) => ({ name: `n${at}`, id: at })) };

describe('writeLargeOutput', () => {
  it('writes the text once, and makes the digest in canonical order', async () => {
    expect([isLargeOutput(output), isLargeOutput({ a: 1 })]).toEqual([true, false]);
    const call = aCall({ output });
    const clock = new FakeClock();
    const writing = writeLargeOutput(call, clock);
    let text: string | undefined;
    void writing.then((it) => {
      text = it;
    });
    for (let turn = 0; text === undefined && turn < 10_000; turn += 1) {
      clock.advance(1);
      await new Promise(setImmediate);
    }
    expect(text).toBe(JSON.stringify(output));
    expect(jsonText(output)).toBe(text);
    expect(call.resolved.resultDigest).toEqual({ of: output, digest: digestJson(output) });
  });

  it('stops when nobody waits any more', async () => {
    const call = aCall({ output });
    call.resolved.deadline.cancel();
    const clock = new FakeClock();
    const writing = writeLargeOutput(call, clock);
    clock.advance(1);
    expect(await writing).toBeUndefined();
  });
});
