import { expect, it } from '@jest/globals';
import { aManifest, aVersion } from '../testing/index.js';
import { candidateIssues } from './toolset-candidates.js';

const reads = { annotations: { readOnlyHint: true } };
const version = (id: string, parts: object = reads) => aVersion(aManifest({ name: 'acme/x', ...parts }), { id });
const own = { name: 'x', version: version('1') };
const asked = (parts: object) => ({ at: 1, tool: 'acme/x@2.0.0', name: 'x', version: version('2'), ...parts });
const narrow = { inputSchema: { type: 'object', properties: {}, required: ['more'] } };

it.each<[string, object, string | undefined]>([
  ['a shadow', { shadow: 10 }, undefined],
  ['a canary', { canary: 10 }, undefined],
  ['both', { shadow: 1, canary: 1 }, '/tools/1/canary cannot be combined'],
  ['another name', { shadow: 1, name: 'y' }, '/tools/1/as names no tool'],
  ['presets', { shadow: 1, preset: {} }, '/tools/1/preset belongs'],
  ['the same version', { canary: 1, version: version('1') }, '/tools/1/tool is the version'],
  ['a shadow that acts', { shadow: 1, version: version('2', { annotations: {} }) }, '/tools/1/shadow needs read-only'],
  [
    'a canary that acts',
    { canary: 1, version: version('2', { annotations: {} }) },
    '/tools/1/canary must be read-only',
  ],
  ['other inputs', { canary: 1, version: version('2', { ...reads, ...narrow }) }, '/tools/1/tool does not accept'],
])('%s', (_, parts, expected) => {
  const issues = candidateIssues([asked(parts)], [own]).map(({ path, message }) => `${path} ${message}`);
  if (expected === undefined) expect(issues).toEqual([]);
  else expect(issues[0]).toContain(expected);
});

it('lets a tool have one shadow and one canary, and nothing destructive where nothing was', () => {
  const again = candidateIssues(
    [asked({ shadow: 1 }), asked({ at: 2, canary: 1 }), asked({ at: 3, shadow: 2 })],
    [own],
  );
  expect(again).toEqual([{ path: '/tools/3/shadow', message: 'the tool x has a shadow already' }]);
  const acting = { name: 'x', version: version('1', { annotations: {} }) };
  const destructive = version('2', { annotations: { destructiveHint: true } });
  expect(candidateIssues([asked({ canary: 1, version: destructive })], [acting])[0]?.message).toMatch(/destructive/);
});
