import type { CodeSandbox } from '@assay/runs';
import type { HostBridge } from '../host/host-bridge.js';
import { type MadeCode, runMadeCodeOnAll } from '../run-made-code.js';
import { simplerThan } from './fuzz-inputs.js';

const maxRounds = 8;
const maxCandidates = 40;

/** The smallest input found that fails the same way: each round takes the first simpler one that still does. */
export async function smallestFailure(
  failure: { readonly input: unknown; readonly message: string; readonly isCrash: boolean },
  made: MadeCode,
  sandbox: CodeSandbox,
  accepts: (value: unknown) => boolean,
  bridge?: HostBridge,
): Promise<unknown> {
  const isSame = (message: string): boolean => message.split(/[:(]/)[0] === failure.message.split(/[:(]/)[0];
  let { input } = failure;
  for (let round = 0; round < maxRounds; round += 1) {
    const candidates = simplerThan(input).filter(accepts).slice(0, maxCandidates);
    if (candidates.length === 0) break;
    const results = await runMadeCodeOnAll(sandbox, made, candidates, bridge);
    const at = results.findIndex((it) => it.kind !== 'returned' && isSame(it.message));
    if (at < 0) break;
    input = candidates[at];
  }
  return input;
}
