/** Manifests to publish: real tools where the data sets are, made-up ones of a like size where they are not. */
import { join } from 'node:path';
import { readLines } from '../discovery/real-tools.mjs';

export const namespace = 'bench';

const madeFit = (text) => text.replaceAll(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 110);

/** A tag of the data sets as a capability, or nothing when no word is left of it. */
function capabilityOf(tag) {
  const words = tag.toLowerCase().match(/[a-z0-9]+/g);
  return words === null ? [] : [words.join('-').slice(0, 100)];
}

function manifestOf(row, number) {
  return {
    name: `${namespace}/${madeFit(`${row.provider ?? 'tool'}.${row.name}`)}.${number}`,
    version: '1.0.0',
    description: (row.description || row.name).slice(0, 16_000),
    capabilities: [...new Set((row.tags ?? []).flatMap(capabilityOf))].slice(0, 32),
    inputSchema: row.input_schema ?? { type: 'object' },
    protocol: 'http',
    endpoint: { url: 'https://tools.example/call' },
  };
}

/** Agent tools and OpenAPI operations, `count` of them, each under a name of its own. */
export const realManifests = (data, count) =>
  [...readLines(join(data, 'catalog/mcp_tools.jsonl')), ...readLines(join(data, 'catalog/openapi_5k.jsonl'))]
    .slice(0, count)
    .map(manifestOf);

const parameters = ['query', 'limit', 'cursor', 'customer', 'since', 'until', 'currency', 'status'];

/** Of the size of the real ones: eight described parameters, about 1.2 KB. */
export function generatedManifests(count) {
  const property = (name) => [
    name,
    { type: 'string', maxLength: 200, description: `The ${name} of what is looked for` },
  ];
  const input_schema = {
    type: 'object',
    properties: Object.fromEntries(parameters.map(property)),
    required: parameters.slice(0, 3),
  };
  const row = (number) => ({
    name: `find_orders_${number}`,
    provider: `shop-${number % 50}`,
    description: `Finds orders of the shop by customer, time and status, page by page (number ${number}).`,
    tags: ['commerce', 'orders'],
    input_schema,
  });
  return Array.from({ length: count }, (_, number) => manifestOf(row(number), number));
}
