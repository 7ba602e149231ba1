import type { Command } from 'commander';

/** A command or option as a shell offers it. */
export interface Offer {
  readonly word: string;
  readonly about: string;
}

/** What may follow a command. */
export interface Place {
  /** The words that lead here, without the program's own name: empty, `keys`, or `keys create`. */
  readonly path: string;
  readonly commands: readonly Offer[];
  readonly options: readonly Offer[];
  /** By option or `*` for the arguments: the words that may follow it. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Options that are followed by a value. */
  readonly valued: readonly string[];
}

const brief = (text: string): string => text.split('\n')[0]?.replaceAll(/[`'"\\:]/g, '') ?? '';

/** Every place of a program's command table, the program itself first. */
export function placesOf(program: Command, path: readonly string[] = []): Place[] {
  const shown = program.createHelp().visibleOptions(program);
  const inherited = path.length === 0 ? [] : (program.parent?.createHelp().visibleGlobalOptions(program) ?? []);
  const options = [...shown, ...inherited];
  const longs = (all: typeof options) => all.flatMap(({ long }) => (long ? [long] : []));
  const valued = options.filter((it) => it.required || it.optional);
  const choices = valued.flatMap(({ long, argChoices }) => (long && argChoices ? [[long, argChoices] as const] : []));
  const ofArguments = program.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return [
    {
      path: path.join(' '),
      commands: program.commands.map((it) => ({ word: it.name(), about: brief(it.description()) })),
      options: options.flatMap(({ long, description }) => (long ? [{ word: long, about: brief(description) }] : [])),
      values: Object.fromEntries([...choices, ...(ofArguments.length > 0 ? [['*', ofArguments] as const] : [])]),
      valued: longs(valued),
    },
    ...program.commands.flatMap((it) => placesOf(it, [...path, it.name()])),
  ];
}
