import type { Manifest } from '@assay/contracts';
import { aCaller, aManifest } from '@assay/registry/testing';
import { describe, expect, it } from '@jest/globals';
import { smallCompositions as composing } from '../testing/small-compositions.js';
import { CheckComposites } from './check-composite.js';

const composite = (...tools: string[]) => ({
  protocol: 'composite' as const,
  endpoint: {
    notation: 'plan',
    definition: { steps: tools.map((tool, at) => ({ id: `s${at}`, tool, arguments: {} })) },
  },
});

async function house() {
  const { house: so, publish } = await composing();
  const check = new CheckComposites({ ...so, hasModel: false });
  /** What is wrong with a manifest. */
  const issues = async (parts: Partial<Manifest> & { readonly name: string }) => {
    const manifest = aManifest({ inputSchema: { type: 'object' }, ...parts });
    const found = await check.issues(aCaller(), manifest, manifest);
    expect(check.issuesAtOnce(aCaller(), manifest, manifest)).toEqual(found);
    return found.map(({ path, message }) => `${path} ${message}`);
  };
  return { check, publish, issues };
}

describe('a composition that is published as a tool', () => {
  it('has nothing wrong with it where its parts are there; another tool is none of its business', async () => {
    const { issues } = await house();
    expect(await issues({ name: 'acme/new', ...composite('acme/read', 'acme/act') })).toEqual([]);
    expect(await issues({ name: 'acme/new', protocol: 'http' })).toEqual([]);
  });

  it.each(['acme/new', 'acme/new@latest', 'acme/new@^1', 'acme/new@1.0.0'])(
    'does not lead back to itself as %s',
    async (self) => {
      const { issues } = await house();
      expect(await issues({ name: 'acme/new', ...composite('acme/read', self) })).toEqual([
        `/endpoint/definition ${self} leads back to acme/new@1.0.0 itself: name a version or range without it`,
      ]);
    },
  );

  it('may call an older version of itself, and not through others the one that it is', async () => {
    const { publish, issues } = await house();
    publish({ name: 'acme/new', ...composite('acme/read') });
    publish({ name: 'acme/other', ...composite('acme/new') });
    expect(await issues({ name: 'acme/new', version: '2.0.0', ...composite('acme/new@1.0.0') })).toEqual([]);
    expect(await issues({ name: 'acme/new', version: '2.0.0', ...composite('acme/other', 'acme/new@2.0.0') })).toEqual([
      expect.stringMatching(/acme\/other leads back to acme\/new@2\.0\.0 itself/),
      expect.stringMatching(/acme\/new@2\.0\.0 leads back/),
    ]);
  });

  it('reports cycles that others have created, and excessive nesting', async () => {
    const { publish, issues } = await house();
    publish({ name: 'acme/left', ...composite('acme/right') });
    publish({ name: 'acme/right', ...composite('acme/left') });
    expect(await issues({ name: 'acme/new', ...composite('acme/left') })).toEqual([
      expect.stringMatching(/^\/endpoint\/definition compositions nest \d+ deep in it: at most 8 are allowed$/),
    ]);
    publish({ name: 'acme/deep1', ...composite('acme/read') });
    for (let depth = 2; depth <= 8; depth += 1)
      publish({ name: `acme/deep${depth}`, ...composite(`acme/deep${depth - 1}`) });
    expect(await issues({ name: 'acme/new', ...composite('acme/deep7') })).toEqual([]);
    expect(await issues({ name: 'acme/new', ...composite('acme/deep8') })).toEqual([
      expect.stringMatching(/nest 9 deep in it: at most 8/),
    ]);
  });

  it('does not promise more than its parts hold', async () => {
    const { publish, issues } = await house();
    publish({ name: 'acme/same', annotations: { idempotentHint: true, destructiveHint: false } });
    const over = (annotations: Manifest['annotations'], ...tools: string[]) =>
      issues({ name: 'acme/new', annotations, ...composite(...tools) });
    expect(await over({ readOnlyHint: true }, 'acme/read')).toEqual([]);
    expect(await over({ readOnlyHint: true }, 'acme/read', 'acme/same')).toEqual([
      '/annotations/readOnlyHint promises more than its part acme/same does',
    ]);
    expect(await over({ idempotentHint: true, destructiveHint: false }, 'acme/read', 'acme/same')).toEqual([]);
    expect(
      await over({ idempotentHint: true, destructiveHint: false, honoursKey: true }, 'acme/same', 'acme/act'),
    ).toEqual([
      '/annotations/destructiveHint promises more than its part acme/act does',
      '/annotations/idempotentHint promises more than its part acme/act does',
      '/annotations/honoursKey promises more than its part acme/same does',
    ]);
  });

  it('is completed by what its parts say, and what cannot be put together is left out', async () => {
    const { check, publish } = await house();
    const outputSchema = { type: 'object', properties: { n: { type: 'number' } } };
    publish({ name: 'acme/counts', outputSchema });
    publish({ name: 'acme/refers', outputSchema: { ...outputSchema, properties: { n: { $ref: '#/$defs/n' } } } });
    const completed = (...tools: string[]) => check.complete(aCaller(), { name: 'acme/new', ...composite(...tools) });
    expect(await completed('acme/counts')).toMatchObject({
      outputSchema: { properties: { s0: outputSchema }, required: ['s0'], additionalProperties: false },
    });
    expect(await completed('acme/counts', 'acme/refers')).not.toHaveProperty('outputSchema');
    expect(await check.complete(aCaller(), 'nothing')).toBe('nothing');
  });
});
