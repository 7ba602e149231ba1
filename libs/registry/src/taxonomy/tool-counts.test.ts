import { expect, it } from '@jest/globals';
import { aCapability, aTaxonomy } from '../testing/a-capability.js';
import { ToolCounts } from './tool-counts.js';

it('counts a tool in each of its places, and once in each ancestor', () => {
  const tree = aTaxonomy([
    aCapability('data'),
    aCapability('data.a'),
    aCapability('data.b'),
    aCapability('x', { mergedInto: 'data.a' }),
  ]);
  const counts = new ToolCounts(tree);
  for (const tags of [['data.a', 'data.b'], ['x'], ['data'], ['data.a', 'x'], []]) counts.add(tags);
  expect(['data', 'data.a', 'data.b', 'x'].map(counts.of)).toEqual([
    { tools: 1, toolsBelow: 4 },
    { tools: 3, toolsBelow: 3 },
    { tools: 1, toolsBelow: 1 },
    { tools: 0, toolsBelow: 0 },
  ]);
});
