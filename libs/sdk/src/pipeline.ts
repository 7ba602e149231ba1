import type { PipelineBody } from '@assay/contracts';

/** What a pipeline is called and does; both are made of its steps where they are left out. */
export type PipelineWords = Pick<PipelineBody, 'name' | 'description'>;

/**
 * A pipeline of tools (`ns/tool` or `ns/tool@range`), each handed what the one before gave:
 * `pipelineOf('acme/json_parser', 'acme/calculator')`, or with its words first,
 * `pipelineOf({name: 'extract_and_calculate', description: '…'}, 'acme/json_parser', 'acme/calculator')`. Adapters and an
 * error strategy are written down in the full form, which is a plain object.
 *
 * @throws when no tool is given.
 */
export function pipelineOf(...given: [PipelineWords, string, ...string[]] | [string, ...string[]]): PipelineBody {
  const [first, ...others] = given;
  const [words, tools] = typeof first === 'string' ? [{}, [first, ...others]] : [first, others];
  if (tools.length === 0) throw new TypeError('a pipeline has at least one tool');
  return { ...words, steps: tools.map((tool) => ({ tool })) };
}
