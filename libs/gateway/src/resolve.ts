import type { Directory } from '@assay/identity';
import { fail, splitReference } from '@assay/kernel';
import { type Catalogue, resolveVersion, type ToolVersion, visibleVersions } from '@assay/registry';
import { revokedRules } from './alternatives.js';
import type { Stage } from './call.js';
import { whyNotCall } from './policy/may-call.js';

/** `ns/tool@range` to the newest version this caller may call, or, when it may call none, to the newest there is. */
export const resolve = (catalogue: Catalogue, directory: Directory): Stage => ({
  name: 'resolve',
  run(call) {
    const {
      requested: { caller },
    } = call;
    const [name, range] = splitReference(call.requested.reference);
    const versions = visibleVersions(catalogue.tool(name), caller, directory);
    if (versions.length === 0) {
      return fail('not_found', `No tool "${name}": check the name, or search for a tool by what it does.`).error;
    }
    const revoked = revokedRules(caller, catalogue, directory);
    const whyNot = whyNotCall(caller, directory);
    const callable = resolveVersion(name, versions, range, whyNot, revoked);
    // Nothing callable: the refusal of the newest fitting version is the answer, and the next stage gives it.
    const found = callable.ok ? callable : resolveVersion(name, versions, range, () => null, revoked);
    if (!found.ok) return found.error;
    call.resolved.version = found.value.version;
    call.happened.warnings.push(...renamedWarning(name, call.resolved.version), ...found.value.warnings);
    return undefined;
  },
});

/** Says what a tool is called now, to whoever named it as it was. */
export const renamedWarning = (asked: string, { namespace, tool }: ToolVersion): string[] =>
  asked === `${namespace}/${tool}` ? [] : [`${asked} is called ${namespace}/${tool} now; the old name keeps working`];
