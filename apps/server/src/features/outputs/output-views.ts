import type { KeptResultView, MemoryView } from '@assay/contracts';
import { type KeptOutput, keptUrl } from '@assay/gateway';
import { isoTime } from '@assay/kernel';

export const keptView = (output: KeptOutput): KeptResultView => ({
  id: output.id,
  invocationId: output.invocationId,
  tool: output.tool,
  version: output.version,
  source: output.source,
  confidence: output.confidence,
  findings: [...output.findings],
  digest: output.digest,
  bytes: output.bytes,
  mediaType: output.mediaType,
  createdAt: isoTime(output.createdAt),
  expiresAt: isoTime(output.expiresAt),
  url: keptUrl(output),
});

/** A memory always has its layer. */
export const memoryView = (output: KeptOutput): MemoryView => ({
  ...keptView(output),
  layer: output.layer ?? 'episodic',
  session: output.session,
});
