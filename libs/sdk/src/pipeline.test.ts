import { pipelineSchema } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { pipelineOf } from './pipeline.js';

describe('pipelineOf', () => {
  it('makes a pipeline of tools alone, or under its own words', () => {
    const steps = [{ tool: 'acme/json_parser' }, { tool: 'acme/calculator@^1' }];
    const words = { name: 'extract_and_calculate', description: 'Extracts a numeric field and applies a formula' };
    expect(pipelineOf('acme/json_parser', 'acme/calculator@^1')).toEqual({ steps });
    expect(pipelineOf(words, 'acme/json_parser', 'acme/calculator@^1')).toEqual({ ...words, steps });
    expect(pipelineSchema.parse(pipelineOf(words, 'acme/json_parser'))).toEqual({ ...words, steps: steps.slice(0, 1) });
  });

  it('needs a tool', () => {
    expect(() => pipelineOf(...([{ name: 'none' }] as unknown as [string]))).toThrow('at least one tool');
  });
});
