import type { Assay } from '@assay/sdk';
import { Command } from 'commander';
import { type Io, write } from './io.js';
import { exitCodes } from './output/exit-codes.js';
import { type Page, pageFor } from './output/page.js';
import { routesAsCommands } from './output/routes-as-commands.js';
import { harmless } from './output/text.js';
import { type CommonOptions, openSession, type Session } from './session.js';

/** What a command found: the API's answer for `--json`, and how to show it to people. */
export interface Outcome<T = unknown> {
  readonly data: T;
  /** Laid out from `data`, from which terminal controls were taken out. */
  text(data: T, page: Page): string;
  /** Said on standard error, beside the result: warnings, what to do next. */
  notes?(data: T, page: Page): readonly string[];
  /** The command did its work and the answer is no: exit 1. */
  readonly failed?: boolean;
  /** The work goes on once a person has decided: exit 3. */
  readonly waiting?: boolean;
}

/** An outcome whose value is known to its own functions only. */
export const outcome = <T>(parts: Outcome<T>): Outcome => parts as unknown as Outcome;

/** What a command's work is given. */
export interface Context<O> {
  readonly io: Io;
  readonly options: O & CommonOptions;
  session(): Promise<Session>;
  /** The client of the session, with Ctrl-C already in `request`. */
  assay(): Promise<Assay>;
  readonly request: { readonly signal: AbortSignal };
  /** Whether a person sits before it, who can be asked and shown progress. */
  readonly interactive: boolean;
}

type Work<O, A extends unknown[]> = (context: Context<O>, ...positional: A) => Promise<Outcome | undefined>;

function contextOf<O>(io: Io, options: O & CommonOptions): Context<O> {
  let session: Promise<Session> | undefined;
  const open = (): Promise<Session> => {
    session ??= openSession(io, options);
    return session;
  };
  return {
    io,
    options,
    session: open,
    assay: async () => (await open()).assay,
    request: { signal: io.signal },
    interactive: io.stdin.isTTY === true && io.stderr.isTTY === true && !options.json,
  };
}

/** Prints an outcome. Text that goes to no terminal is passed on as it came, for whatever reads it. */
async function print(io: Io, outcome: Outcome, json: boolean): Promise<void> {
  const data = io.stdout.isTTY ? harmless(outcome.data) : outcome.data;
  const text = json ? JSON.stringify(outcome.data ?? null, null, 2) : outcome.text(data, pageFor(io.stdout, io.env));
  if (text !== '') await write(io.stdout, `${text}\n`);
  const notes = json ? [] : (outcome.notes?.(harmless(outcome.data), pageFor(io.stderr, io.env)) ?? []);
  for (const note of notes) await write(io.stderr, `${routesAsCommands(note)}\n`);
}

/** A page of a list, or the results of a search, with nothing in it. */
const isEmptyList = (data: unknown): boolean =>
  [(data as { items?: unknown } | null)?.items, (data as { results?: unknown } | null)?.results].some(
    (list) => Array.isArray(list) && list.length === 0,
  );

/** Without a key there may be much that is not shown. */
async function explainNothing(context: Context<unknown>): Promise<void> {
  const { key, url } = await context.session();
  if (key !== undefined) return;
  await write(
    context.io.stderr,
    `No key is set for ${url}, so only public entries are shown. Set one: assay login, or ASSAY_API_KEY.\n`,
  );
}

/** Declares commands, and keeps the outcome of the one that ran. */
export class Host {
  code: number = exitCodes.done;

  constructor(readonly io: Io) {}

  /** The action of a command: does the work with its options and prints what it found. */
  does<O, A extends unknown[]>(work: Work<O, A>): (...received: unknown[]) => Promise<void> {
    return async (...received) => {
      const command = received.at(-1);
      if (!(command instanceof Command)) throw new TypeError('an action is called with its command last');
      const options = command.optsWithGlobals<O & CommonOptions>();
      const context = contextOf(this.io, options);
      const found = await work(context, ...(received.slice(0, -2) as A));
      if (!found) return;
      await print(this.io, found, options.json === true);
      if (!options.json && isEmptyList(found.data)) await explainNothing(context);
      if (found.waiting) this.code = exitCodes.waiting;
      else if (found.failed) this.code = exitCodes.failed;
    };
  }
}

/** Adds a command with a description and lines that show its use; `isDefault`: what its group means alone. */
export function add(
  parent: Command,
  syntax: string,
  description: string,
  examples: readonly string[],
  options: { readonly isDefault?: boolean } = {},
): Command {
  const lines = examples.map((example) => `  $ assay ${example}`).join('\n');
  const label = examples.length === 1 ? 'Example' : 'Examples';
  return parent.command(syntax, options).description(description).addHelpText('after', `\n${label}:\n${lines}`);
}
