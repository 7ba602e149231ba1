import type { MemoryLayer, OutputDestination, OutputLevel, OutputOption, OutputPreset } from '@assay/sdk';
import { type Command, Option } from 'commander';
import { duration, listed, whole } from './options.js';

/** What of a result is wanted, and where it goes, as the command line has it. */
export interface OutputOptions {
  readonly level?: OutputLevel;
  readonly fields?: string[];
  readonly tokenBudget?: number;
  readonly destination?: OutputDestination[];
  readonly preset?: OutputPreset;
  readonly layer?: MemoryLayer;
  readonly keep?: number;
  readonly session?: string;
  readonly tokens?: boolean;
}

const levels: readonly OutputLevel[] = ['L0', 'L1', 'L2', 'L3', 'L4'];
const presets: readonly OutputPreset[] = ['high-stakes', 'batch'];
export const layers: readonly MemoryLayer[] = ['working', 'session', 'episodic'];
const tokenCap = 10_000_000;

/** A field by its pointer; the slash in front may be left out. */
const pointers = (value: string, before: string[] = []): string[] => [
  ...before,
  ...listed(value).map((it) => (it.startsWith('/') ? it : `/${it}`)),
];

/** Adds the options that say what of a result is wanted. */
export const withOutputOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--level <level>',
        'detail of the result: L0 full, L1 projection, L2 summary, L3 key-values, L4 signal',
      ).choices(levels),
    )
    .option('--fields <pointers>', 'only these members, such as /id,/lines/*/sku (repeatable)', pointers)
    .option('--token-budget <n>', 'maximum tokens of the returned result', whole(1, tokenCap))
    .option('--destination <where>', 'context, memory, observation or discard (repeatable)', listed)
    .addOption(new Option('--preset <preset>', 'priorities for choosing a level').choices(presets))
    .addOption(new Option('--layer <layer>', 'memory layer, with --destination memory').choices(layers))
    .option('--keep <time>', 'how long to keep the memory, such as 12h or 30d', duration)
    .option('--session <name>', 'session the call belongs to; its tokens are added up')
    .option('--tokens', "show the call's token count");

/** The request's members; the server says which words it does not know. */
export function outputOf(options: OutputOptions): { output?: OutputOption; session?: string } {
  const { level, fields, tokenBudget, destination, preset, layer, keep, session } = options;
  const memory = { ...(layer && { layer }), ...(keep !== undefined && { keepMs: keep }) };
  const output: OutputOption = {
    ...(level && { level }),
    ...(fields && { fields }),
    ...(tokenBudget !== undefined && { tokenBudget }),
    ...(destination && { destinations: destination }),
    ...(preset && { preset }),
    ...(Object.keys(memory).length > 0 && { memory }),
  };
  return { ...(Object.keys(output).length > 0 && { output }), ...(session !== undefined && { session }) };
}
