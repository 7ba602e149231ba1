import type { ToolVersion } from '@assay/registry';
import type { Tool } from '@modelcontextprotocol/server';

type Schema = ToolVersion['manifest']['inputSchema'];

/** Whether a client is promised structured content: the protocol knows schemas of objects alone. */
export const promisesStructure = ({ manifest }: ToolVersion): boolean => manifest.outputSchema?.type === 'object';

/** In what a tool is shown differently from its version. */
export interface ShownAs {
  readonly inputSchema?: Schema;
  /** It is listed without its output schema. */
  readonly isText?: boolean;
}

/**
 * A tool of the registry as a client knows it that has never heard of registries, under a name of a toolset's or a
 * server's own. What the protocol has no place for is left out.
 */
export function plainTool(
  name: string,
  version: ToolVersion,
  { inputSchema = version.manifest.inputSchema, isText = false }: ShownAs = {},
): Tool {
  const { title, description, outputSchema, annotations } = version.manifest;
  const { honoursKey: _own, ...hints } = annotations ?? {};
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema: { ...inputSchema, type: 'object' } as Tool['inputSchema'],
    ...(!isText && promisesStructure(version) && { outputSchema: outputSchema as NonNullable<Tool['outputSchema']> }),
    ...(annotations !== undefined && { annotations: hints }),
    _meta: { 'assay/tool': `${version.manifest.name}@${version.version}` },
  };
}
