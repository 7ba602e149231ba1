import { aCaller } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { smallCompositions } from '../testing/small-compositions.js';
import { ListDependents } from './list-dependents.js';

const composite = (...tools: string[]) => ({
  protocol: 'composite' as const,
  endpoint: {
    notation: 'plan',
    definition: { steps: tools.map((tool, at) => ({ id: `s${at}`, tool, arguments: {} })) },
  },
});

it('lists the composed tools that call a tool, and how they name it', async () => {
  const { house, publish } = await smallCompositions();
  publish({ name: 'acme/both', ...composite('acme/read@^1', 'acme/act', 'acme/read@^1') });
  publish({ name: 'acme/alone', ...composite('acme/reader') });
  const list = new ListDependents(house);
  expect(list.run(aCaller(), 'acme/read')).toEqual({
    ok: true,
    value: [{ tool: 'acme/both', version: '1.0.0', title: null, references: ['acme/read@^1'] }],
  });
  expect(list.run(aCaller(), 'acme/both')).toEqual({ ok: true, value: [] });
});

it('shows nothing to those who do not see the tool', async () => {
  const { house, publish } = await smallCompositions();
  publish({ name: 'acme/both', ...composite('acme/read') });
  const stranger = aCaller({ id: 'principal-eve', organisationId: 'org-other' });
  expect(new ListDependents(house).run(stranger, 'acme/read')).toMatchObject({ error: { code: 'not_found' } });
});
