import type { ChildProcess } from 'node:child_process';
import type { Socket as UdpSocket } from 'node:dgram';
import type { Server } from 'node:net';
import type { GuardedNetwork } from './guarded-network.js';

/** What the launcher becomes. */
export interface Become {
  readonly file: string;
  /** With the program's own name first. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface Opened {
  readonly ready?: true;
  readonly index?: number;
  readonly port?: number;
  readonly problem?: string;
}

/**
 * Goes through the launcher's steps: it is ready, it opens its sockets and hands them over, it
 * becomes the command. Resolves when the command runs, or the process has ended before that.
 */
export async function launch(
  child: ChildProcess,
  network: GuardedNetwork,
  anyAddress: boolean,
  become: (env: Record<string, string>) => Become,
): Promise<void> {
  const gone = new Promise<'gone'>((resolve) => {
    child.once('exit', () => resolve('gone'));
    child.once('error', () => resolve('gone'));
  });
  const messages = new LauncherMessages(child);
  if ((await Promise.race([messages.next(), gone])) === 'gone') return;
  const listens = network.listens(anyAddress);
  child.send({ listen: listens.map(({ kind, address, port }) => ({ kind, address, port })) });
  for (const listen of listens) {
    const opened = await Promise.race([messages.next(), gone]);
    if (opened === 'gone') return;
    // A port that cannot be opened, because it is below 1024, is not reached; everything else is.
    if (opened.handle !== undefined) network.accept(listen, opened.handle, opened.message.port ?? listen.port);
  }
  const isOver = new Promise<void>((resolve) => child.once('disconnect', resolve));
  child.send({ become: become(network.environment()) });
  await Promise.race([isOver, gone]);
}

/** The launcher's messages in order, with what came along. */
class LauncherMessages {
  readonly #come: { message: Opened; handle?: Server | UdpSocket }[] = [];
  #wake: () => void = () => {};

  constructor(child: ChildProcess) {
    child.on('message', (message, handle) => {
      this.#come.push({ message: message as Opened, handle: handle as Server | UdpSocket });
      this.#wake();
    });
    child.on('error', () => {});
  }

  async next(): Promise<{ message: Opened; handle?: Server | UdpSocket }> {
    while (this.#come.length === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    return this.#come.shift() as { message: Opened };
  }
}
