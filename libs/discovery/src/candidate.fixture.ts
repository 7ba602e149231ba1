import type { Manifest } from '@assay/contracts';
import type { CandidateTool } from './candidate.js';

export type CandidateChanges = Partial<Omit<CandidateTool, 'manifest'>> & { readonly manifest?: Partial<Manifest> };

/** A tool of middling trust that may be called, for tests; its latency and cost are unknown. */
export function aCandidate(changes: CandidateChanges = {}): CandidateTool {
  const id = changes.id ?? 'acme/echo';
  return {
    id,
    version: '1.0.0',
    stage: 'GENERAL_AVAILABILITY',
    trust: 0.6,
    trustView: 'outside',
    own: false,
    endorsed: false,
    mayCall: { allowed: true, why: 'you may call it' },
    ...changes,
    manifest: {
      name: id,
      version: changes.version ?? '1.0.0',
      description: 'Says what it hears',
      inputSchema: { type: 'object' },
      protocol: 'mcp',
      endpoint: { server: 'acme/server', tool: 'echo' },
      ...changes.manifest,
    },
  };
}
