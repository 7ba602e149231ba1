import { type Assay, AssayError, type Entry, type RequestOptions, splitReference } from '@assay/sdk';
import { type Context, outcome } from '../command.js';
import { askYes } from '../input/ask.js';
import { write } from '../io.js';
import { type Page, pageFor } from '../output/page.js';
import { table } from '../output/table.js';
import { harmless, plural } from '../output/text.js';
import { UsageError } from '../usage-error.js';

export interface ChangeOptions {
  readonly reason: string;
  readonly yes?: boolean;
}

/** What a command does to each version it is given. */
export interface VersionChange {
  /** As a question begins: `Deprecate`. */
  readonly verb: string;
  /** As an answer ends: `deprecated`. */
  readonly done: string;
  /** Whether there is anything to do to a version of a range; a version named exactly is left to the server. */
  applies(entry: Entry): boolean;
  run(assay: Assay, entry: Entry, request: RequestOptions): Promise<Entry>;
}

interface Changed {
  readonly items: readonly Entry[];
  /** Versions of a range that could not be changed, and why; those before and after them were. */
  readonly failed: readonly { readonly version: string; readonly code: string; readonly detail: string }[];
}

const isExact = (range: string): boolean => /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/.test(range);

const versionsText = (entries: readonly Entry[], page: Page): string =>
  table(
    page,
    ['VERSION', 'STATUS', 'SUNSET', 'WHY'],
    entries.map(({ version, status, sunsetAt, statusReason }) => [
      version,
      status,
      sunsetAt ?? '-',
      statusReason ?? '',
    ]),
  );

/** One version at once; a range after it was shown and agreed to. */
export async function changeVersions(context: Context<ChangeOptions>, reference: string, change: VersionChange) {
  const { tool, range } = splitReference(reference);
  if (range === undefined) {
    throw new UsageError(
      `Name the versions: ${tool}@1.2.0, or ${tool}@^1 for every version in the range (${tool}@* for all).`,
    );
  }
  const { tools } = await context.assay();
  if (isExact(range)) {
    const entry = await tools.version(tool, range, context.request);
    const assay = await context.assay();
    return changed({ items: [await change.run(assay, entry, context.request)], failed: [] }, change);
  }
  const within = await tools.versions(tool, { range }, context.request).toArray();
  const chosen = within.filter((it) => change.applies(it));
  if (chosen.length === 0) return nothingToDo(within, range, change);
  return (await isAgreed(context, chosen, change)) ? changeEach(context, chosen, change) : notChanged(chosen, change);
}

const nothingToDo = (within: readonly Entry[], range: string, { done }: VersionChange) =>
  outcome<Changed>({
    data: { items: [], failed: [] },
    text: () => `No version in ${range} can be ${done}.`,
    notes: (_, page) => (within.length === 0 ? [] : [versionsText(harmless([...within]), page)]),
    failed: true,
  });

async function isAgreed(context: Context<ChangeOptions>, chosen: readonly Entry[], { verb }: VersionChange) {
  const { io, options, interactive } = context;
  if (options.yes) return true;
  if (!interactive) return false;
  await write(io.stderr, `${versionsText(harmless([...chosen]), pageFor(io.stderr, io.env))}\n\n`);
  return askYes(io, `${verb} ${plural(chosen.length, 'version')}?`);
}

const notChanged = (chosen: readonly Entry[], { done }: VersionChange) =>
  outcome<Changed>({
    data: { items: chosen, failed: [] },
    text: ({ items }, page) => versionsText(items, page),
    notes: () => [`Nothing changed. These versions would be ${done}: add --yes.`],
    failed: true,
  });

/** One after the other, each for itself: what one version is refused does not keep the others waiting. */
async function changeEach(context: Context<ChangeOptions>, chosen: readonly Entry[], change: VersionChange) {
  const assay = await context.assay();
  const items: Entry[] = [];
  const failed: Changed['failed'][number][] = [];
  for (const entry of chosen) {
    try {
      items.push(await change.run(assay, entry, context.request));
    } catch (error) {
      if (!(error instanceof AssayError) || error.problem === undefined) throw error;
      failed.push({ version: entry.version, code: error.code, detail: error.message });
    }
  }
  return changed({ items, failed }, change);
}

const changed = (data: Changed, { done }: VersionChange) =>
  outcome<Changed>({
    data,
    text: ({ items }, page) => (items.length === 0 ? `No version was ${done}.` : versionsText(items, page)),
    notes: ({ failed }, page) => failed.map(({ version, detail }) => page.bad(`${version} was not ${done}: ${detail}`)),
    failed: data.failed.length > 0,
  });
