import type { Import } from '@assay/registry';
import { aManifest } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { choiceAsCalledNow, importAsCalledNow } from './import-as-called-now.js';

const aliases = { tool: (name: string) => name.replace(/^acme\//, 'apex/') };

it('an import and a choice of it follow tools that were renamed while it waited', () => {
  const waiting: Import = {
    ...{ id: 'i', organisationId: 'o', principalId: 'p', server: 'apex/up', createdAt: 0 },
    proposals: [
      {
        ...{ manifest: aManifest({ name: 'acme/up.read' }), state: 'new', previousVersion: null },
        ...{ changes: [], problems: [], notes: [] },
      },
    ],
    upstreamDigests: { 'acme/up.read': 'sha256:x' },
    removed: ['acme/up.gone'],
    leftOut: [],
    draft: null,
  };
  expect(importAsCalledNow(waiting, aliases)).toMatchObject({
    proposals: [{ manifest: { name: 'apex/up.read' } }],
    upstreamDigests: { 'apex/up.read': 'sha256:x' },
    removed: ['apex/up.gone'],
  });
  const edits = { 'acme/up.read': { description: 'Reads.' } };
  expect(choiceAsCalledNow({ include: ['acme/up.read'], edits }, aliases)).toEqual({
    include: ['apex/up.read'],
    edits: { 'apex/up.read': { description: 'Reads.' } },
  });
  expect(choiceAsCalledNow({}, aliases)).toEqual({});
});
