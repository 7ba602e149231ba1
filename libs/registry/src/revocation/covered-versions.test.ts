import { expect, it } from '@jest/globals';
import { Catalogue } from '../catalogue.js';
import { aManifest, aVersion } from '../testing/builders.js';
import { coveredVersions } from './covered-versions.js';

it.each([
  [{ tool: null, range: null }, ['acme/a@2.0.0', 'acme/a@1.1.0-rc.1', 'acme/a@1.0.0', 'acme/b@1.0.0']],
  [{ tool: 'a', range: null }, ['acme/a@2.0.0', 'acme/a@1.1.0-rc.1', 'acme/a@1.0.0']],
  [{ tool: 'a', range: '^1' }, ['acme/a@1.1.0-rc.1', 'acme/a@1.0.0']],
  [{ tool: 'a', range: '9.9.9' }, []],
  [{ tool: 'none', range: null }, []],
])('%j covers %j', (target, expected) => {
  const catalogue = new Catalogue();
  for (const name of ['acme/a@1.0.0', 'acme/a@1.1.0-rc.1', 'acme/a@2.0.0', 'acme/b@1.0.0', 'globex/a@1.0.0']) {
    const [tool = '', version = ''] = name.split('@');
    const state = aVersion(aManifest({ name: tool, version }));
    catalogue.apply({ kind: 'tool-version', id: state.id, state });
  }
  const covered = coveredVersions(catalogue, { namespace: 'acme', ...target });
  expect(covered.map(({ namespace, tool, version }) => `${namespace}/${tool}@${version}`)).toEqual(expected);
});
