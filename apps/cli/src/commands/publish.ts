import { type CheckAnswer, type Entry, isReview, type Manifest } from '@assay/sdk';
import type { Command } from 'commander';
import { add, type Context, type Host, outcome } from '../command.js';
import { readSigningKey } from '../input/key-file.js';
import { readJsonObject } from '../input/read-json.js';
import { signManifest } from '../input/sign-manifest.js';
import { differencesText } from '../output/differences.js';
import type { Page } from '../output/page.js';
import { pairs } from '../output/table.js';
import { brief } from '../output/text.js';
import { held } from './reviews.js';

/** The server judges manifests, so that every client hears the same of them. */
const manifestOf = async (context: Context<object>, file: string): Promise<Manifest> =>
  (await readJsonObject(context.io, file)) as unknown as Manifest;

interface PublishOptions {
  readonly sign?: string;
  readonly keepOlder?: boolean;
}

async function publish(context: Context<PublishOptions>, file: string) {
  const { sign, keepOlder } = context.options;
  const given = await manifestOf(context, file);
  const manifest = keepOlder ? { ...given, keepOlder } : given;
  const signature =
    sign === undefined ? undefined : await signManifest(manifest, await readSigningKey(context.io, sign));
  const { tools } = await context.assay();
  // What it is about to change; the publication itself says what is wrong.
  const before = await tools.check(manifest, context.request).catch(() => undefined);
  const published = await tools.publish(manifest, { ...context.request, signature });
  return isReview(published) ? held(published) : entered(published, before);
}

const entered = (entry: Entry, before: CheckAnswer | undefined) =>
  outcome<Entry>({
    data: entry,
    text: ({ name, version, stage, visibility }, page) =>
      before?.published
        ? `${page.bold(`${name}@${version}`)} was published before with the same content: nothing changed.`
        : `${page.good('Published')} ${page.bold(`${name}@${version}`)} (${stage}, ${visibility}).`,
    notes: ({ name }) => [...(before ? supersessions(before, 'Deprecated') : []), `Next: assay show ${name}`],
  });

/** What publishing deprecates, in groups of one time each. */
function supersessions({ deprecates = [] }: CheckAnswer, now: 'Deprecated' | 'Deprecates'): string[] {
  const groups = Map.groupBy(deprecates, ({ atStage, sunsetAt }) =>
    atStage === null
      ? `${now} now: %, which can be called until ${sunsetAt?.slice(0, 'YYYY-MM-DD'.length)}`
      : `Deprecates at stage ${atStage}: %, with 30 days' notice from then on`,
  );
  const lines = [...groups].map(([text, all]) => text.replace('%', all.map(({ version }) => version).join(', ')));
  return lines.length === 0
    ? []
    : [...lines, 'To keep an older version active: assay publish --keep-older, or assay restore.'];
}

const strictness = {
  holds: 'yes',
  fails: 'no: open objects could break',
  unknown: 'undecided',
} as const;

function verdict(answer: CheckAnswer, page: Page): string {
  const { comparedWith, requiredVersion, differences } = answer;
  const found = (answer.findings ?? []).map(
    ({ rule, path, excerpt }) => `  ${rule} at ${path || 'several places'}: "${brief(excerpt, 120)}"`,
  );
  const problems = answer.problems.map(({ path, message }) => `  ${path || '(whole)'}: ${message}`);
  const notes = [
    ...supersessions(answer, 'Deprecates').map((line) => `  ${line}`),
    ...(answer.notes ?? []).map((note) => page.dim(`  note: ${note}`)),
  ];
  if (comparedWith === null) return [headOf(answer, page), ...problems, ...found, ...notes].join('\n');
  const facts = pairs(page, [
    ['compared with', comparedWith],
    ['change', answer.change],
    ['needs', `${requiredVersion ?? `a new ${answer.requiredBump} version`} at least`],
    ['strictly compatible', answer.change === 'breaking' ? undefined : strictness[answer.strict]],
  ]);
  return [headOf(answer, page), facts, differencesText(differences, page), ...found, ...notes]
    .filter((it) => it !== '')
    .join('\n');
}

function headOf({ ok, review, published, findings = [] }: CheckAnswer, page: Page): string {
  if (published) return 'This content is published already under this number: publishing it changes nothing.';
  if (!ok) return page.bad('This cannot be published yet.');
  if (findings.length > 0) return page.warn('This would be held for review: its definition looks suspicious.');
  return review
    ? page.warn('This would be held for review: it may or may not break callers.')
    : page.good('This can be published.');
}

async function check(context: Context<object>, file: string) {
  const manifest = await manifestOf(context, file);
  const answer = await (await context.assay()).tools.check(manifest, context.request);
  return outcome<CheckAnswer>({ data: answer, failed: !answer.ok, text: verdict });
}

/** What a newcomer to compositions begins with. */
const compositionHelp = `
A composition is also a tool: protocol "composite". The output schema may be omitted, and for a pipeline
everything but the version:
  { "version": "1.0.0", "protocol": "composite",
    "endpoint": { "notation": "pipeline",
                  "definition": { "steps": [{ "tool": "acme/search" }, { "tool": "acme/summarise" }] } } }
Notations: plan, pipeline, compose, chain. "assay check" reports every problem before publishing.`;

export function addPublishCommands(program: Command, host: Host): void {
  add(program, 'publish <manifest>', 'Publish a version of a tool from its manifest (a JSON file, or - for stdin)', [
    'publish orders.create.json',
    'publish - < orders.create.json',
    'publish orders.create.json --sign key.pem',
    'publish research.json',
  ])
    .addHelpText('after', compositionHelp)
    .option('--sign <key>', 'sign with this Ed25519 private key (PEM file); its public key must be registered')
    .option('--keep-older', 'leave older majors ACTIVE until you deprecate them (keepOlder in the manifest)')
    .action(host.does(publish));
  add(program, 'check <manifest>', 'Check a manifest: every problem, and the changes from the neighbouring version', [
    'check orders.create.json',
  ]).action(host.does(check));
}
