import type { CheckAnswer } from '@assay/contracts';
import type { Caller } from '../identity/caller.js';
import type { Catalogue } from './catalogue.js';
import { manifestDigest } from './digests.js';
import type { PublishVersion } from './publish-version.js';
import { versionKey } from './version-number.js';

/**
 * What publishing a manifest would do. Whether two contracts are compatible is not decided here: a change of content
 * is `unknown`, and the bump that is surely enough is the major one.
 */
export function checkPublication(
  publish: PublishVersion,
  catalogue: Catalogue,
  caller: Caller,
  candidate: unknown,
): CheckAnswer {
  const checked = publish.check(caller, candidate);
  if (!checked.ok) {
    const problems = checked.error.issues ?? [{ path: '/name', message: checked.error.message }];
    return { ok: false, change: 'unknown', requiredBump: 'major', strict: 'unknown', problems: [...problems] };
  }
  const manifest = checked.value;
  const versions = catalogue.tool(manifest.name)?.versions ?? [];
  const digest = manifestDigest(manifest);
  const same = versions.find((it) => it.versionKey === versionKey(manifest.version));
  if (same !== undefined && same.manifestDigest !== digest) {
    const message = `${same.version} was published with other content (${same.manifestDigest}; yours is ${digest})`;
    return {
      ok: false,
      change: 'unknown',
      requiredBump: 'major',
      strict: 'unknown',
      problems: [{ path: '/version', message }],
    };
  }
  const unchanged = versions.length === 0 || same !== undefined;
  return {
    ok: true,
    change: unchanged ? 'none' : 'unknown',
    requiredBump: unchanged ? 'patch' : 'major',
    strict: unchanged ? 'holds' : 'unknown',
    problems: [],
  };
}
