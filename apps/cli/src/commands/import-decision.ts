import type { ConfirmedImport, ConfirmImport, CreateImport, Entry, ImportView } from '@assay/sdk';
import type { Command } from 'commander';
import { type Context, outcome } from '../command.js';
import { askYes } from '../input/ask.js';
import { listed } from '../input/options.js';
import { write } from '../io.js';
import { pageFor } from '../output/page.js';
import { during } from '../output/progress.js';
import { nothingToPublish, proposalsText } from '../output/proposals.js';
import { table } from '../output/table.js';
import { brief, harmless, plural } from '../output/text.js';
import { choiceOf } from './import-choice.js';

/** What every import asks of a person. */
export interface ChoiceOptions {
  readonly only?: string[];
  readonly readOnly?: string[];
  readonly annotate?: string[];
  readonly yes?: boolean;
  readonly acceptFindings?: boolean;
}

export const choosing = (command: Command): Command =>
  command
    .option('--only <names>', 'publish these tools only (comma-separated, or repeat)', listed)
    .option('--read-only <names>', 'declare these tools read-only; * for all', listed)
    .option('--annotate <names>', 'accept the proposed annotations of these tools; * for all', listed)
    .option(
      '--accept-findings',
      'publish tools with suspicious definitions (administrators only; otherwise they are held)',
    );

/** Starting a foreign server may take as long as downloading it. */
const readingMs = 180_000;

/** Has a source read, shows what it found, and publishes what is agreed to. A new server is registered with that, not before. */
export async function importFrom(context: Context<ChoiceOptions>, body: CreateImport, reading: string) {
  const assay = await context.assay();
  const request = { ...context.request, timeoutMs: readingMs };
  const found = await during(context, reading, () => assay.imports.create({ ...body, draft: true }, request));
  return decide(context, found);
}

const leftOut = ({ id, proposals }: ImportView): string[] => {
  const count = proposals.filter(({ state }) => state === 'invalid').length;
  return count === 0 ? [] : [`${plural(count, 'tool')} skipped as invalid; for details: assay import show ${id}`];
};

const published = (data: ConfirmedImport, found: ImportView) =>
  outcome<ConfirmedImport>({
    data,
    waiting: data.entries.length === 0 && data.reviews.length > 0,
    text: ({ entries }, page) =>
      table(
        page,
        ['PUBLISHED', 'VERSION', 'WHAT IT DOES'],
        entries.map(({ name, version, description }: Entry) => [name, version, brief(description, 90)]),
      ),
    notes: ({ entries: [entry], reviews }) => [
      ...leftOut(found),
      ...reviews.map(({ id, subject }) => `Held for review: ${subject}. See: assay reviews show ${id}`),
      ...(entry ? [`Next: assay show ${entry.name}, or assay call ${entry.name} …`] : []),
    ],
  });

export async function publishChosen(context: Context<ChoiceOptions>, found: ImportView, choice: ConfirmImport) {
  const assay = await context.assay();
  const label = `Publishing ${plural(choice.include?.length ?? 0, 'tool')}`;
  const confirm = () => assay.imports.confirm(found.id, choice, context.request);
  return published(await during(context, label, confirm), found);
}

export const later = ({ id, server, proposals, draft }: ImportView): string[] => [
  `Nothing has been published yet${draft === true ? `, and the server ${server} is not registered` : ''}.`,
  `To publish: assay import confirm ${id}${proposals.some(({ state }) => state === 'invalid') ? ' (invalid proposals are skipped)' : ''}`,
];

/** Names of the chosen proposals whose definitions look suspicious. */
const withFindings = ({ proposals }: ImportView, { include = [] }: ConfirmImport): string[] =>
  proposals
    .filter((it) => (it.findings?.length ?? 0) > 0 && include.includes(it.manifest.name))
    .map((it) => it.manifest.name);

/** Shows the proposals and publishes what was agreed to; without anybody to ask, says how to agree. */
async function decide(context: Context<ChoiceOptions>, found: ImportView) {
  const { io, options } = context;
  const choice = choiceOf(found, options);
  const count = choice.include?.length ?? 0;
  if (count === 0) {
    const stuck = found.proposals.some(({ state }) => state === 'invalid');
    return outcome<ImportView>({ data: found, text: proposalsText, notes: nothingToPublish, failed: stuck });
  }
  if (options.yes) return publishChosen(context, found, choice);
  if (!context.interactive) return outcome<ImportView>({ data: found, text: proposalsText, notes: () => later(found) });
  await write(io.stderr, `${proposalsText(harmless(found), pageFor(io.stderr, io.env))}\n\n`);
  const suspicious = withFindings(found, choice).length;
  const despite = suspicious === 0 ? '' : `, ${suspicious} of them despite suspicious definitions`;
  // A person who agrees here has seen the findings in the table above.
  const agreed = suspicious === 0 ? choice : { ...choice, acceptFindings: withFindings(found, choice) };
  const question = `Publish ${plural(count, 'tool')}${despite}?`;
  if (await askYes(io, question)) return publishChosen(context, found, agreed);
  return outcome({ data: found, text: () => '', notes: () => later(found) });
}
