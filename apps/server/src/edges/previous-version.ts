import type { Manifest, PreviousVersion } from '@assay/contracts';
import { type Catalogue, newestFirst, versionKey } from '@assay/registry';
import { createTwoFilesPatch } from 'diff';

/** Changed lines at most: texts that have less in common are shown as a replacement. */
const maxEditLength = 400;

/** The version below a manifest's own, and a unified diff from it; nothing for a first version. */
export function previousOf(
  manifest: Manifest,
  catalogue: Pick<Catalogue, 'tool'>,
): { readonly previous: PreviousVersion } | undefined {
  const own = versionKey(manifest.version);
  if (own === undefined) return undefined;
  const [before] = (catalogue.tool(manifest.name)?.versions ?? [])
    .filter((it) => newestFirst(it.versionKey, own) > 0)
    .sort((a, b) => newestFirst(a.versionKey, b.versionKey));
  if (before === undefined) return undefined;
  const parts = [
    patchOf('definition', definitionOf(before.manifest), definitionOf(manifest), before.version, manifest.version),
    patchOf('code', codeOf(before.manifest), codeOf(manifest), before.version, manifest.version),
  ];
  return { previous: { version: before.version, diff: parts.join('') } };
}

const codeOf = ({ protocol, endpoint }: Manifest): string =>
  protocol === 'sandbox' && typeof endpoint.code === 'string' ? endpoint.code : '';

/** Everything but the version and the code, which is shown line by line. */
function definitionOf({ version: _version, ...manifest }: Manifest): string {
  const { code: _code, ...endpoint } = manifest.endpoint as Record<string, unknown>;
  const isCode = manifest.protocol === 'sandbox';
  return JSON.stringify({ ...manifest, endpoint: isCode ? endpoint : manifest.endpoint }, null, 2);
}

function patchOf(name: string, before: string, after: string, from: string, to: string): string {
  if (before === after) return '';
  const names = [`${name} ${from}`, `${name} ${to}`] as const;
  const patch = createTwoFilesPatch(...names, lined(before), lined(after), undefined, undefined, { maxEditLength });
  const text = patch ?? replacement(names, before, after);
  // The first line only separates files.
  return text.slice(text.indexOf('---'));
}

const lined = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

function replacement([from, to]: readonly [string, string], before: string, after: string): string {
  const marked = (mark: string, text: string) =>
    text
      .split('\n')
      .map((line) => `${mark}${line}\n`)
      .join('');
  return `--- ${from}\n+++ ${to}\n${marked('-', before)}${marked('+', after)}`;
}
