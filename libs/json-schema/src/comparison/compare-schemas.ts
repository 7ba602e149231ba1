import type { JsonSchema } from '../json-schema.js';
import { identityText } from '../json-value.js';
import type { Difference, Verdict } from './schema-difference.js';
import { schemaDifferences } from './schema-differences.js';
import { SchemaPair } from './schema-pair.js';

export interface SchemaComparison {
  /**
   * Over all instances: a new input accepts everything the old one accepted; a new output produces nothing the old one
   * did not.
   */
  readonly strict: Verdict;
  readonly differences: readonly Difference[];
}

/**
 * Compares an older and a newer schema of a tool. The kinds of the differences follow the contract, not the strict
 * relation.
 */
export function compareSchemas(role: 'input' | 'output', older: JsonSchema, newer: JsonSchema): SchemaComparison {
  if (older === newer || identityText(older) === identityText(newer)) return { strict: 'holds', differences: [] };
  const pair = new SchemaPair(older, newer);
  const differences = schemaDifferences(pair, role);
  const { verdict } = pair.decide('strict', role === 'input' ? 'older in newer' : 'newer in older');
  return { strict: verdict, differences };
}
