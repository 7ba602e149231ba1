import type { ToolVersion } from '../../catalog/records.js';
import type { Source } from './compare-facts.js';
import { readFacts } from './read-facts.js';

/** Of a version that nobody has judged yet: a new tool's (SPEC section 2). */
const untriedAuthority = 0.485;

/** What a version said when it was asked, as far as it can be compared, and how far it is trusted. */
export function sourceOf(version: ToolVersion, input: unknown, output: unknown): Source {
  const { inputSchema, outputSchema } = version.manifest;
  return {
    name: `${version.namespace}/${version.tool}@${version.version}`,
    authority: version.trust?.base ?? untriedAuthority,
    entities: readFacts({ inputSchema, outputSchema, input, output }),
  };
}
