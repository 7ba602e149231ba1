import { type Assay, type RequestOptions, splitReference } from '@assay/sdk';
import { UsageError } from '../usage-error.js';

/** One version of a tool: the named one, which must be exact, or else the one that represents the tool. */
export async function exactVersion(
  assay: Assay,
  reference: string,
  request: RequestOptions,
): Promise<{ readonly tool: string; readonly version: string }> {
  const { tool, range } = splitReference(reference);
  if (range === undefined) return { tool, version: (await assay.tools.show(tool, request)).version };
  if (/^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/.test(range)) return { tool, version: range };
  throw new UsageError(`"${range}" is a range: name one version, such as ${tool}@1.2.0.`);
}
