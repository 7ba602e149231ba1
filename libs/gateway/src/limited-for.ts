import type { Caller } from '@assay/identity';
import type { Catalogue } from '@assay/registry';
import type { CallLimits } from './limits.js';

/**
 * How long a message that was approved has to wait for the limits of its recipients and channels, in ms: 0 when it may be
 * sent now, or when no waiting helps. Nothing is counted.
 */
export const limitedFor =
  ({ rates, counters }: CallLimits, catalogue: Pick<Catalogue, 'tool'>) =>
  async (caller: Caller, reference: string, input: unknown): Promise<number> => {
    const at = reference.lastIndexOf('@');
    const versions = catalogue.tool(reference.slice(0, at))?.versions ?? [];
    const version = versions.find((it) => it.version === reference.slice(at + 1));
    if (version?.manifest.limits === undefined) return 0;
    const { standings } = await rates.peek(counters.ofArguments(caller, version, input));
    return Math.max(0, ...standings.map((it) => it.retryAfterMs ?? 0));
  };
