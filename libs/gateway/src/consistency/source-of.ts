import { type ToolVersion, viewOf } from '@assay/registry';
import type { Source } from './compare-facts.js';
import { readFacts } from './read-facts.js';

/** Of a version that nobody has judged yet: a new tool's (SPEC section 2). */
const untriedAuthority = 0.485;

/** What a version answered, as far as it can be compared, and how far callers of an organisation trust it. */
export function sourceOf(
  version: ToolVersion,
  {
    input,
    output,
    organisationId,
  }: { readonly input: unknown; readonly output: unknown; readonly organisationId: string | null },
): Source {
  const { inputSchema, outputSchema } = version.manifest;
  return {
    name: `${version.namespace}/${version.tool}@${version.version}`,
    authority: version.trust?.[viewOf(organisationId, version)].base ?? untriedAuthority,
    entities: readFacts({ inputSchema, outputSchema, input, output }),
  };
}
