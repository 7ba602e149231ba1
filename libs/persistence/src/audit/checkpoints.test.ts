import { type Checkpoint, checkpointText } from '@assay/kernel';
import { FakeClock, FakeSigner } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { Checkpoints } from './checkpoints.js';
import type { PostgresAuditLog } from './postgres-audit-log.js';

const signer = new FakeSigner();
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A log whose head the test moves, and a database that counts. */
function fakes() {
  const clock = new FakeClock();
  const written: string[] = [];
  const problems: unknown[] = [];
  let sequence = 0;
  let failures = 0;
  let kept = Number.POSITIVE_INFINITY;
  const missing: string[] = [];
  const query = async (text: string, values: unknown[] = []) => {
    if (failures > 0 && text === 'BEGIN') {
      failures -= 1;
      throw new Error('away');
    }
    if (text.includes('INSERT INTO audit_checkpoints')) {
      const [number, chain, at, , state] = values;
      written.push(`${String(number)} ${String(chain)} ${String(at)} ${String(state)}`);
      const said = { number, chain, sequence: at, hash: values[3], state, at: values[5] } as unknown as Checkpoint;
      expect(values[7]).toBe(signer.sign(checkpointText(said)));
    }
    return { rows: [{ number: String(written.length + 1) }] };
  };
  /** What is in the database of what was written: everything up to `kept`. */
  const found = async () => ({
    rows: [{ hash: sequence <= kept ? `sha256:${sequence}` : null, ends: kept, pruned: null, last: written.length }],
  });
  const client = { query, release: () => undefined };
  const audit = {
    chainId: 'r/1',
    get head() {
      return sequence === 0 ? undefined : { chain: 'r/1', sequence, hash: `sha256:${sequence}` };
    },
  } as unknown as Pick<PostgresAuditLog, 'chainId' | 'head'>;
  const checkpoints = new Checkpoints({
    pool: { connect: async () => client, query: found } as unknown as pg.Pool,
    ...{ audit, signer, clock },
    onProblem: (cause) => problems.push(cause),
    onMissing: ({ sequence: at, reason }) => missing.push(`${at} ${reason}`),
  });
  return {
    ...{ checkpoints, clock, written, problems, missing },
    cutAfter: (last: number) => {
      kept = last;
    },
    writeUpTo: (last: number) => {
      sequence = last;
    },
    failOnce: () => {
      failures = 1;
    },
  };
}

async function minutes(clock: FakeClock, count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    clock.advance(60_000);
    for (let step = 0; step < 8; step += 1) await turn();
  }
}

describe('Checkpoints', () => {
  it('say each minute how far the chain has come, and nothing of one that stands still', async () => {
    const { checkpoints, clock, written, writeUpTo } = fakes();
    checkpoints.start();
    await minutes(clock, 1);
    writeUpTo(3);
    await minutes(clock, 3);
    writeUpTo(5);
    await minutes(clock, 1);
    expect(written).toEqual(['1 r/1 3 open', '2 r/1 5 open']);
    await checkpoints.close();
    expect(written.at(-1)).toBe('3 r/1 5 closed');
    await minutes(clock, 2);
    expect(written).toHaveLength(3);
  });

  it('say when records that were written are gone, and go on', async () => {
    const { checkpoints, clock, written, missing, writeUpTo, cutAfter } = fakes();
    checkpoints.start();
    writeUpTo(5);
    await minutes(clock, 1);
    cutAfter(3);
    await minutes(clock, 1);
    expect(missing).toEqual(['5 this server wrote records up to 5, and the log ends at 3']);
    cutAfter(Number.POSITIVE_INFINITY);
    writeUpTo(6);
    await minutes(clock, 1);
    expect([written.at(-1), missing.length]).toEqual(['2 r/1 6 open', 1]);
  });

  it('make up for a round that failed', async () => {
    const { checkpoints, clock, written, problems, writeUpTo, failOnce } = fakes();
    checkpoints.start();
    writeUpTo(2);
    failOnce();
    await minutes(clock, 1);
    expect([written, problems.map(String)]).toEqual([[], ['Error: away']]);
    await minutes(clock, 1);
    expect(written).toEqual(['1 r/1 2 open']);
  });

  it('end nothing that never began', async () => {
    const { checkpoints, written } = fakes();
    await checkpoints.close();
    expect(written).toEqual([]);
  });
});
