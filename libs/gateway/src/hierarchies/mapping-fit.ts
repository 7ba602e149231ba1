import type { Issue, Manifest } from '@assay/contracts';
import { compileSchema } from '@assay/json-schema';
import { readReshape } from '@assay/kernel';
import type { MapInput } from '../resilience/next-level.js';
import type { ContractFit } from './contract-fit.js';
import { sampleOf } from './sample-input.js';

type Input = Readonly<Record<string, unknown>>;

/**
 * Whether a mapping makes inputs that a tool takes out of those of another: tried on the other's examples, or on a sample
 * of its schema. An expression is not a type, so that what was not tried is not known.
 */
export async function mappingFit(
  primary: Manifest,
  other: Manifest,
  mapping: string,
  mapInput: MapInput,
): Promise<ContractFit> {
  const read = readReshape(mapping);
  if (!read.ok) return { problems: [{ path: '/mapping', message: read.error.message }], doubts: [] };
  const validate = compileSchema(other.inputSchema);
  const samples = samplesOf(primary);
  const problems: Issue[] = [];
  for (const { input, name } of samples) {
    const mapped = await mapInput(mapping, input);
    if (!mapped.ok) problems.push({ path: '/mapping', message: `Of ${name}: ${mapped.error.message}` });
    else
      for (const it of validate(mapped.value))
        problems.push({
          path: `/inputSchema${it.path}`,
          message: `Of ${name} the mapping makes what does not fit: ${it.path || 'it'} ${it.message}`,
        });
  }
  const untried = "The mapping could not be tested: add an example to the first level's manifest.";
  return {
    problems: problems.slice(0, 20),
    doubts: samples.length === 0 ? [{ path: '/mapping', message: untried }] : [],
  };
}

function samplesOf({ examples = [], inputSchema }: Manifest): { input: Input; name: string }[] {
  const fits = compileSchema(inputSchema);
  const given = examples
    .filter(({ input }) => fits(input).length === 0)
    .map(({ name, input }) => ({ input: input as Input, name: `the example "${name}"` }));
  if (given.length > 0) return given;
  const sample = sampleOf(inputSchema);
  return fits(sample).length === 0 ? [{ input: sample as Input, name: `${JSON.stringify(sample).slice(0, 200)}` }] : [];
}
