import {
  type AnswerOf,
  type ItemOf,
  type ListRoute,
  type ParametersOf,
  type QueryOf,
  type RequestParts,
  type RouteName,
  wire,
} from '@assay/sdk';
import type { Command, Option } from 'commander';
import { add, type Context, type Host, type Outcome, outcome } from './command.js';
import { cursorOption, limitOption, type PageOptions } from './input/options.js';
import { type Layout, listOutcome } from './output/list.js';
import type { Page } from './output/page.js';

type Filters = Readonly<Record<string, unknown>>;
type Parameter<R extends RouteName> = keyof ParametersOf<R> & string;

/** A command that is one request of the route table: its arguments are the parameters of the route's path. */
interface RouteCommand<R extends RouteName> {
  readonly route: R;
  /** What the command is called in its group; `list`, `show` or `delete` when absent. */
  readonly word?: string;
  readonly description: string;
  readonly examples: readonly string[];
  /** Whether the group alone means this command. */
  readonly isDefault?: true;
  /** Arguments that help calls otherwise than the route. */
  readonly names?: Readonly<Partial<Record<Parameter<R>, string>>>;
  /** Arguments that help explains. */
  readonly explain?: Readonly<Partial<Record<Parameter<R>, string>>>;
}

interface ListCommand<R extends ListRoute> extends RouteCommand<R> {
  /** Options that are query parameters of the route, by their names; `all` leaves the parameter out. */
  readonly filters?: readonly Option[];
  readonly layout:
    | Layout<ItemOf<R>>
    | ((context: Context<PageOptions & Filters>, ...given: string[]) => Layout<ItemOf<R>>);
}

interface ShowCommand<R extends RouteName> extends RouteCommand<R> {
  readonly text: (found: AnswerOf<R>, page: Page) => string;
  readonly notes?: (found: AnswerOf<R>) => readonly string[];
}

interface DeleteCommand<R extends RouteName> extends RouteCommand<R> {
  /** What is said afterwards of what was given. */
  readonly done: (...given: string[]) => string;
}

const parametersOf = (route: RouteName): string[] =>
  [...wire[route].matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

const pathOf = <R extends RouteName>(route: R, given: readonly string[]): ParametersOf<R> =>
  Object.fromEntries(parametersOf(route).map((name, at) => [name, given[at] ?? ''])) as ParametersOf<R>;

function begin<R extends RouteName>(group: Command, word: string, command: RouteCommand<R>): Command {
  const names = (command.names ?? {}) as Readonly<Record<string, string | undefined>>;
  const explain = (command.explain ?? {}) as Readonly<Record<string, string | undefined>>;
  const made = add(group, command.word ?? word, command.description, command.examples, {
    isDefault: command.isDefault === true,
  });
  for (const name of parametersOf(command.route)) made.argument(`<${names[name] ?? name}>`, explain[name] ?? '');
  return made;
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== 'all';

/** Adds a command that shows a list a page at a time. */
export function addList<R extends ListRoute>(group: Command, host: Host, command: ListCommand<R>): void {
  const { route, filters = [], layout } = command;
  const made = begin(group, 'list', command);
  for (const option of [...filters, limitOption(), cursorOption()]) made.addOption(option);
  const list = async (context: Context<PageOptions & Filters>, ...given: string[]): Promise<Outcome> => {
    const { limit, cursor } = context.options;
    const wanted = filters
      .map((option) => option.attributeName())
      .map((name) => [name, context.options[name]] as const)
      .filter(([, value]) => isGiven(value));
    // The names of filters are those of the route's query, and the server checks them.
    const query = { limit, ...Object.fromEntries(wanted) } as QueryOf<R>;
    const parts: RequestParts<R> = { path: pathOf(route, given), query };
    const page = await (await context.assay()).list(route, parts, context.request).page(cursor);
    return listOutcome(page, typeof layout === 'function' ? layout(context, ...given) : layout);
  };
  made.action(host.does(list));
}

/** Adds a command that shows one thing. */
export function addShow<R extends RouteName>(group: Command, host: Host, command: ShowCommand<R>): void {
  const { route, text, notes } = command;
  const show = async (context: Context<object>, ...given: string[]): Promise<Outcome> => {
    const data = await (await context.assay()).request(route, { path: pathOf(route, given) }, context.request);
    return outcome<AnswerOf<R>>({ data, text, ...(notes && { notes }) });
  };
  begin(group, 'show', command).action(host.does(show));
}

/** Adds a command that deletes, withdraws or revokes one thing. */
export function addDelete<R extends RouteName>(group: Command, host: Host, command: DeleteCommand<R>): void {
  const { route, done } = command;
  const remove = async (context: Context<object>, ...given: string[]): Promise<Outcome> => {
    await (await context.assay()).request(route, { path: pathOf(route, given) }, context.request);
    return outcome({ data: null, text: () => done(...given) });
  };
  begin(group, 'delete', command).action(host.does(remove));
}
