import { Session } from 'node:inspector/promises';
import { readOnly, smallGateway, textAnswer } from '@assay/gateway/testing';
import { ok } from '@assay/kernel';
import { describe, expect, it } from '@jest/globals';

/** Files of the domain that the cheapest call may execute. */
const maxFiles = 35;
const warmUps = 20;
const inDomain =
  /\/libs\/(?:kernel|json-schema|identity|registry|importing|trust|discovery|vault|gateway|runs)\/src\/(?!.*testing\/).*$/;

/** Files of the domain of which a function runs while `during` does, by the engine's own count. */
async function executedFiles(during: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    await during();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    const ran = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
    return [...new Set(ran.flatMap(({ url }) => inDomain.exec(url)?.[0] ?? []))].sort();
  } finally {
    session.disconnect();
  }
}

/** Of a call of a tool that only reads, on a gateway that has made some such calls. */
async function filesOfACall(more: object = {}): Promise<string[]> {
  const { run, settle } = smallGateway(async () => ok(textAnswer('{"id":1}')), readOnly);
  settle();
  const called = async () => {
    const { failure } = await run({ item: 'tea' }, more);
    expect(failure).toBeUndefined();
  };
  for (let count = 0; count < warmUps; count += 1) await called();
  return executedFiles(called);
}

describe('the cheapest call', () => {
  it(`executes at most ${maxFiles} files of the domain`, async () => {
    const files = await filesOfACall();
    process.stdout.write(`The cheapest call executes ${files.length} files of the domain:\n${files.join('\n')}\n`);
    expect(files).toContain('/libs/gateway/src/invoke-tool.ts');
    expect(files.length).toBeLessThanOrEqual(maxFiles);
  });

  it('is counted by what it executes: a call that asks for more executes more', async () => {
    const counted = await filesOfACall({ countsTokens: true });
    expect(counted).toContain('/libs/gateway/src/output/call-tokens.ts');
    expect(counted.length).toBeGreaterThan(maxFiles);
  });
});
