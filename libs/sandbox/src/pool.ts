import type { Program } from './process/program.js';
import type { ProcessCommand, ProcessLimits, StartProcess } from './process/start-process.js';
import { Channel } from './session/channel.js';

export interface PoolOptions {
  readonly program: Program | Promise<Program>;
  /** The first message to a process, which answers once it is ready. */
  readonly warmUp: object;
  readonly start: StartProcess;
  readonly limits: ProcessLimits;
  /** Processes kept ready. */
  readonly warm: number;
  /** Processes in use at a time; more wait for their turn. */
  readonly maxRuns: number;
  readonly maxLine: number;
}

/** The command that starts a program of this library. */
export const commandOf = (program: Program, limits: ProcessLimits): ProcessCommand => ({
  command: process.execPath,
  args: [
    ...[...program.options, '--eval', 'import(process.argv[1])', `file://${program.file}`],
    ...(program.args ?? []),
  ],
  ...{ folders: program.folders, limits },
});

/** What a process answers to its first message. Rejects when it ends instead. */
export async function answered(channel: Channel, message: object): Promise<string> {
  channel.send(message);
  const line = await channel.next();
  if (line === undefined) throw new Error(`The sandbox's process did not start: ${channel.errors}`);
  return line;
}

/** Processes that are ready to run one piece of code each. None is started before the first run. */
export class ProcessPool {
  readonly #options: PoolOptions;
  readonly #ready: Promise<Channel>[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #all = new Set<Channel>();
  #inUse = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** A process of its own; `giveBack` once it has ended. Rejects when none can be started. */
  async take(): Promise<{ readonly channel: Channel; readonly giveBack: () => void }> {
    if (this.#isClosed) throw new Error('The sandbox is closed.');
    if (this.#inUse >= this.#options.maxRuns) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#inUse += 1;
    let isGiven = false;
    const giveBack = () => {
      if (isGiven) return;
      isGiven = true;
      this.#fill();
      const next = this.#waiting.shift();
      if (next === undefined) this.#inUse -= 1;
      else next();
    };
    try {
      let channel = await (this.#ready.shift() ?? this.#start());
      // A process that waited may have ended meanwhile.
      if (channel.isClosed) channel = await this.#start();
      return { channel, giveBack };
    } catch (cause) {
      giveBack();
      throw cause;
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const channel of this.#all) channel.close();
    this.#ready.length = 0;
  }

  #fill(): void {
    while (!this.#isClosed && this.#ready.length < this.#options.warm) {
      const starting = this.#start();
      // One that cannot be started is reported to the run that takes it.
      starting.catch(() => undefined);
      this.#ready.push(starting);
    }
  }

  async #start(): Promise<Channel> {
    const { program, start, limits, maxLine } = this.#options;
    const started = await start(commandOf(await program, limits));
    const channel = new Channel(started, maxLine);
    this.#all.add(channel);
    started.onExit(() => this.#all.delete(channel));
    if (this.#isClosed) channel.close();
    await answered(channel, this.#options.warmUp);
    return channel;
  }
}
