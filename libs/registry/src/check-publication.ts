import type { CheckAnswer, Manifest } from '@assay/contracts';
import type { Caller } from '@assay/identity';
import { isoTimeOrNull } from '@assay/kernel';
import { assessPublication, decidingNeighbour } from './assess-publication.js';
import type { Catalogue } from './catalogue.js';
import type { Supersession } from './lifecycle/superseded-versions.js';
import type { PublishVersion } from './publish-version.js';
import type { ToolVersion } from './records.js';
import { tagNotes } from './taxonomy/nearest-tags.js';
import { versionKey } from './version-number.js';

const nothingCompared = {
  strict: 'unknown',
  comparedWith: null,
  requiredVersion: null,
  review: false,
  findings: [],
  published: false,
  deprecates: [],
} satisfies Partial<CheckAnswer>;

/**
 * Previews the publication of a manifest: every problem, the differences to the adjacent version, and the minimum
 * number.
 */
export async function checkPublication(
  publish: PublishVersion,
  catalogue: Catalogue,
  caller: Caller,
  candidate: unknown,
): Promise<CheckAnswer> {
  const checked = await publish.check(caller, candidate);
  if (!checked.ok) {
    const problems = checked.error.issues ?? [{ path: '/name', message: checked.error.message }];
    return refused([...problems]);
  }
  const code = await publish.checkCode(checked.value);
  if (!code.ok) return refused([...(code.error.issues ?? [{ path: '/endpoint/code', message: code.error.message }])]);
  const compared = compareWithPublished(publish, catalogue, checked.value);
  const deprecates = compared.ok ? publish.supersedes(caller, checked.value).map(supersessionView) : [];
  const answer = { ...compared, deprecates };
  const published = catalogue.tool(checked.value.name)?.versions ?? [];
  if (!answer.ok || published.some((it) => it.versionKey === versionKey(checked.value.version))) return answer;
  const finding = await publish.examine(checked.value);
  if (finding === undefined) return answer;
  const held = `It would be held for review (score ${finding.score.toFixed(2)})${finding.quarantines ? ', and stay quarantined after that' : ''}: ${finding.sentence}.`;
  return { ...answer, review: true, findings: [...finding.signs], notes: [...answer.notes, held] };
}

const supersessionView = ({ version, atStage, sunsetAt }: Supersession): CheckAnswer['deprecates'][number] => ({
  version: version.version,
  atStage,
  sunsetAt: isoTimeOrNull(sunsetAt),
});

function compareWithPublished(publish: PublishVersion, catalogue: Catalogue, manifest: Manifest): CheckAnswer {
  const notes = tagNotes(manifest.capabilities ?? [], catalogue.taxonomy);
  const versions = catalogue.tool(manifest.name)?.versions ?? [];
  const published = versions.some((it) => it.versionKey === versionKey(manifest.version));
  if (versions.length > 0 && !published) return compared(manifest, versions, notes);
  const conflict = publish.refusal(manifest);
  if (conflict !== undefined) {
    const { published: first, yours } = conflict.data ?? {};
    return refused(
      [{ path: '/version', message: `${conflict.message} (published: ${first}; yours: ${yours})` }],
      notes,
    );
  }
  return {
    ...nothingCompared,
    published,
    ok: true,
    change: 'none',
    requiredBump: 'patch',
    strict: 'holds',
    problems: [],
    differences: [],
    notes,
  };
}

const refused = (problems: CheckAnswer['problems'], notes: string[] = []): CheckAnswer => ({
  ...nothingCompared,
  ok: false,
  change: 'unknown',
  requiredBump: 'major',
  problems,
  differences: [],
  notes,
});

function compared(manifest: Manifest, versions: readonly ToolVersion[], notes: string[]): CheckAnswer {
  const assessment = assessPublication(manifest, versions);
  const { check } = assessment;
  const neighbour = decidingNeighbour(check);
  return {
    ok: assessment.kind !== 'understated',
    change: neighbour?.comparison.change ?? 'none',
    requiredBump: neighbour?.comparison.requiredBump ?? 'patch',
    strict: neighbour?.comparison.strict ?? 'holds',
    problems: assessment.kind === 'understated' ? [...(assessment.failure.issues ?? [])] : [],
    comparedWith: neighbour?.version ?? null,
    requiredVersion: check.required,
    review: assessment.kind === 'undecided',
    findings: [],
    published: false,
    deprecates: [],
    differences: [...(neighbour?.comparison.differences ?? [])],
    notes,
  };
}
