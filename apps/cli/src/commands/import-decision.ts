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

/** Has the server read a source, shows what it found, and publishes what is agreed to. */
export async function importFrom(context: Context<ChoiceOptions>, body: CreateImport, reading: string) {
  const assay = await context.assay();
  const request = { ...context.request, timeoutMs: readingMs };
  const before = await serversOf(context, body.namespace);
  const found = await during(context, reading, () => assay.imports.create(body, request));
  const isNew = before !== undefined && !before.has(found.server);
  return decide(context, found, () => (isNew ? withdraw(context, found) : Promise.resolve([])));
}

/** The servers of a namespace that are registered already; undefined where that cannot be known. */
async function serversOf(context: Context<object>, namespace: string): Promise<ReadonlySet<string> | undefined> {
  try {
    const all = await (await context.assay()).servers.list({ limit: 200 }, context.request).toArray();
    return new Set(all.map(({ name }) => name).filter((name) => name.startsWith(`${namespace}/`)));
  } catch {
    return undefined;
  }
}

/** Removes the server that an import has registered, since nothing of it is published. Also after Ctrl-C. */
async function withdraw(context: Context<object>, { server }: ImportView): Promise<readonly string[]> {
  try {
    await (await context.assay()).servers.delete(server);
    return [`Nothing was published, and the server ${server} was not kept.`];
  } catch {
    return [`Nothing was published. The server ${server} stays registered: assay servers remove ${server}`];
  }
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

export const later = ({ id, proposals }: ImportView): string[] => [
  'Nothing has been published yet.',
  `To publish: assay import confirm ${id}${proposals.some(({ state }) => state === 'invalid') ? ' (invalid proposals are skipped)' : ''}`,
];

/** Where nobody could be asked, the server waits for the confirmation. */
const laterOrNever = (found: ImportView): string[] => [
  ...later(found),
  `To drop it: assay servers remove ${found.server}`,
];

/** Names of the chosen proposals whose definitions look suspicious. */
const withFindings = ({ proposals }: ImportView, { include = [] }: ConfirmImport): string[] =>
  proposals
    .filter((it) => (it.findings?.length ?? 0) > 0 && include.includes(it.manifest.name))
    .map((it) => it.manifest.name);

/**
 * Shows the proposals and publishes what was agreed to; without anybody to ask, says how to agree. `drop` undoes the
 * import when nothing is going to be published.
 */
async function decide(context: Context<ChoiceOptions>, found: ImportView, drop: () => Promise<readonly string[]>) {
  const { io, options } = context;
  const choice = choiceOf(found, options);
  const count = choice.include?.length ?? 0;
  if (count === 0) {
    const stuck = found.proposals.some(({ state }) => state === 'invalid');
    const dropped = found.proposals.some(({ state }) => state === 'unchanged') ? [] : await drop();
    const notes = () => [...nothingToPublish(found), ...dropped];
    return outcome<ImportView>({ data: found, text: proposalsText, notes, failed: stuck });
  }
  if (options.yes) return publishChosen(context, found, choice);
  if (!context.interactive)
    return outcome<ImportView>({ data: found, text: proposalsText, notes: () => laterOrNever(found) });
  await write(io.stderr, `${proposalsText(harmless(found), pageFor(io.stderr, io.env))}\n\n`);
  const suspicious = withFindings(found, choice).length;
  const despite = suspicious === 0 ? '' : `, ${suspicious} of them despite suspicious definitions`;
  // A person who agrees here has seen the findings in the table above.
  const agreed = suspicious === 0 ? choice : { ...choice, acceptFindings: withFindings(found, choice) };
  const question = `Publish ${plural(count, 'tool')}${despite}?`;
  const isAgreed = await askYes(io, question).catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  if (isAgreed) return publishChosen(context, found, agreed);
  const dropped = await drop();
  return outcome({ data: found, text: () => '', notes: () => (dropped.length > 0 ? dropped : later(found)) });
}
