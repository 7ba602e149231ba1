import { Directory } from '@assay/identity';
import { Catalogue, type Toolset, type ToolsetTool } from '@assay/registry';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import type { Candidate, CandidateArm } from './candidate.js';
import { ChooseForTool, placeInToolset } from './choose-for-tool.js';

const tool: ToolsetTool = {
  ...{ tool: 'acme/a', as: 'find', preset: {} },
  candidates: [
    { tool: 'acme/b', canary: 10 },
    { tool: 'acme/c', shadow: 10 },
  ],
};
const toolset: Toolset = {
  ...{ id: 'one', organisationId: 'org-acme', name: 'desk', description: null, visibility: 'organisation' },
  ...{ responseTokens: null, enables: [] },
  ...{ tools: [tool], createdAt: 0, createdBy: 'olga', updatedAt: 0 },
};

function setUp(arm: CandidateArm, { isOpen = false, b = {} }: { isOpen?: boolean; b?: object } = {}) {
  const [catalogue, directory] = [new Catalogue(), new Directory()];
  directory.apply({ kind: 'namespace', id: 'n', state: aNamespace() });
  for (const [name, parts] of Object.entries({ a: {}, b, c: {} })) {
    const state = aVersion(aManifest({ name: `acme/${name}`, ...parts }), { id: name });
    catalogue.apply({ kind: 'tool-version', id: name, state });
  }
  const book = { markOf: (candidate: Candidate) => ({ candidate, epoch: 1, arm }) };
  const chooser = new ChooseForTool({ book, catalogue, directory, circuits: { isOpen: () => isOpen } });
  return (caller = aCaller()) => chooser.choose(toolset, tool, caller, 's');
}

it('calls the canary for its share, and the tool with its shadow for the rest', () => {
  expect(setUp('candidate')()).toMatchObject({ tool: 'acme/b', candidate: { arm: 'candidate' } });
  expect(setUp('candidate')().shadow).toBeUndefined();
  const rest = setUp('primary')();
  expect(rest).toMatchObject({
    tool: 'acme/a',
    candidate: { arm: 'primary' },
    shadow: { candidate: { tool: 'acme/c' } },
  });
  expect(placeInToolset(toolset, tool)).toMatchObject({ label: 'desk/find', ownerId: 'olga' });
});

it('never chooses a canary that the caller may not call, that takes other inputs, or whose circuit is open', () => {
  const other = { inputSchema: { type: 'object', properties: {}, required: ['zip'] } };
  for (const choose of [setUp('candidate', { isOpen: true }), setUp('candidate', { b: other })]) {
    expect(choose().tool).toBe('acme/a');
    expect(choose().candidate).toBeUndefined();
    expect(choose().tool).toBe('acme/a');
  }
  const stranger = aCaller({ id: 'eve', organisationId: 'org-other' });
  expect(setUp('candidate')(stranger).tool).toBe('acme/a');
});
