import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CommandPackages } from '@assay/importing';
import { type Clock, digestText, type Failure, fail, ok, type Result } from '@assay/kernel';
import type { PinnedPackages, Server } from '@assay/registry';
import { findProgram, type ProgramStart, startOfFile } from './find-program.js';
import type { InstalledPython } from './installed-pythons.js';
import { type Installer, npmInstaller, type RunInstaller } from './installers.js';
import { type PackageCommand, packageCommand } from './package-command.js';
import { npmSettings, type SourceSettings, uvSettings } from './source-settings.js';
import { uvInstaller } from './uv-installer.js';

/** One run of an installer, or of install scripts, in a sandbox. */
export interface SandboxedRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Files and folders it may read, and the one it may write to. */
  readonly reads: readonly string[];
  readonly writes: string;
  /** `sources`: whatever the user's settings name. Otherwise the network of this record's profile. */
  readonly network: 'sources' | Server['isolation'];
}

export interface PackageStoreOptions {
  /** Where packages are kept, each set in a folder of its own. */
  readonly folder: string;
  readonly clock: Pick<Clock, 'after'>;
  readonly environment: NodeJS.ProcessEnv;
  readonly home: string;
  /** Resolves to the standard output; rejects with the end of what was written when it fails. */
  readonly run: (run: SandboxedRun, signal: AbortSignal) => Promise<string>;
  /** Finds a program of this machine; null when there is none. */
  readonly findCommand: (command: string) => string | null;
  /** A program that the project the server runs in has installed already, as npx prefers; null when there is none. */
  readonly localProgram?: (name: string) => string | null;
  /** The Pythons of this machine, the preferred one first. */
  readonly pythons: () => readonly InstalledPython[];
  readonly onProgress: (label: string, text: string) => void;
  /** 150 s. */
  readonly fetchWithinMs?: number;
}

type Fetched = Pick<Server, 'namespace' | 'name' | 'mcp' | 'isolation' | 'packages'>;

/**
 * Packages of `npx` and `uvx` commands, fetched once for each set of pins. A folder is complete when it has its mark;
 * one without was interrupted and is made again.
 */
export class PackageStore implements CommandPackages {
  readonly #options: PackageStoreOptions;
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(options: PackageStoreOptions) {
    this.#options = options;
  }

  async fetch(server: Fetched): Promise<Result<PinnedPackages | null, Failure>> {
    const command = packageCommand(server);
    if (command === null) return ok(null);
    if (typeof command === 'string') return notUnderstood(server, command);
    if ((await this.#local(command)) !== null) return ok(null);
    const ending = new AbortController();
    const stop = this.#options.clock.after(this.#options.fetchWithinMs ?? 150_000, () => ending.abort());
    try {
      return await this.#fetch(server, command, ending.signal);
    } catch (error) {
      const why = ending.signal.aborted ? 'it took too long' : withoutCredentials((error as Error).message);
      return fail(
        'upstream_unavailable',
        `The packages of ${labelOf(server)} (${command.packages.join(', ')}) could not be fetched: ${why}`,
        { outcome: 'none' },
      );
    } finally {
      stop();
    }
  }

  /** What is started for a server in place of its package runner; the command itself for any other. Never fetches. */
  async startOf(server: Server): Promise<Result<(ProgramStart & { folder?: string }) | null, Failure>> {
    const command = packageCommand(server);
    if (command === null) return ok(null);
    if (typeof command === 'string') return notUnderstood(server, command);
    const local = await this.#local(command);
    if (local !== null) return ok(local);
    const folder = server.packages === null ? null : this.#folderOf(server.packages);
    if (folder === null || !isComplete(folder)) {
      return fail(
        'unavailable',
        `The packages of ${labelOf(server)} are not here yet: they are fetched when this replica starts. Try again shortly, or fetch them with: assay servers change ${labelOf(server)}`,
        { outcome: 'none', retryAfterMs: 5_000 },
      );
    }
    const found = await findProgram(command, folder);
    return found === null ? noProgram(server, command) : ok({ ...found, folder });
  }

  /** `npx name` starts a program of that name which is installed already, before it looks for a package. */
  async #local({ runner, packages, program, args }: PackageCommand): Promise<ProgramStart | null> {
    const [name = ''] = packages;
    if (runner !== 'npx' || program !== null || !/^[\w.-]+$/.test(name)) return null;
    const file = this.#options.localProgram?.(name) ?? null;
    return file === null ? null : startOfFile(file, args);
  }

  async #fetch(
    server: Fetched,
    command: PackageCommand,
    signal: AbortSignal,
  ): Promise<Result<PinnedPackages | null, Failure>> {
    const { isolation } = server;
    const allowsScripts = isolation !== null && isolation !== 'off' && isolation.installScripts === true;
    const wish = JSON.stringify([command.packages, allowsScripts]);
    const label = labelOf(server);
    const installer = this.#installer(command, signal);
    if (!installer.ok) return installer;
    const known = server.packages?.wish === wish ? server.packages : null;
    const pins = known ?? (await this.#pin(installer.value, command, wish, allowsScripts, label));
    const folder = this.#folderOf(pins);
    const running =
      this.#underWay.get(folder) ??
      this.#install(installer.value, command, pins, { folder, label, allowsScripts, isolation, signal });
    this.#underWay.set(folder, running);
    await running.finally(() => this.#underWay.delete(folder));
    const program = await findProgram(command, folder);
    return program === null ? noProgram(server, command) : ok(pins);
  }

  async #pin(
    installer: Installer,
    command: PackageCommand,
    wish: string,
    allowsScripts: boolean,
    label: string,
  ): Promise<PinnedPackages> {
    const { folder, onProgress } = this.#options;
    onProgress(label, `choosing versions of ${command.packages.join(', ')}`);
    await mkdir(folder, { recursive: true });
    const scratch = await mkdtemp(join(folder, 'choosing-'));
    try {
      const pins = await installer.pin(command, scratch, allowsScripts);
      const incomplete = pins.packages.find((it) => it.version === '' || it.integrity === '');
      if (incomplete !== undefined) throw new Error(`its source states no integrity of ${incomplete.name}`);
      return { runner: command.runner, wish, ...pins };
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  async #install(
    installer: Installer,
    command: PackageCommand,
    { lock, packages }: PinnedPackages,
    about: {
      readonly folder: string;
      readonly label: string;
      readonly allowsScripts: boolean;
      readonly isolation: Server['isolation'];
      readonly signal: AbortSignal;
    },
  ): Promise<void> {
    const { folder, label, allowsScripts, isolation, signal } = about;
    if (isComplete(folder)) return;
    const names = packages.map(({ name, version }) => `${name} ${version}`).join(', ');
    this.#options.onProgress(label, `fetching ${names}`);
    await rm(folder, { recursive: true, force: true });
    await installer.install(command, lock, folder, allowsScripts);
    if (allowsScripts && command.runner === 'npx') {
      this.#options.onProgress(label, `running the install scripts of ${names}`);
      // Without the user's settings, which hold tokens, and under the network of the record.
      const args = ['rebuild', '--prefix', folder, '--foreground-scripts'];
      await this.#options.run({ command: 'npm', args, env: {}, reads: [], writes: folder, network: isolation }, signal);
    }
    await writeFile(markOf(folder), '');
    this.#options.onProgress(label, `${names} is here`);
  }

  #installer({ runner }: PackageCommand, signal: AbortSignal): Result<Installer, Failure> {
    const { environment, home, findCommand, pythons } = this.#options;
    const runWith =
      (settings: SourceSettings): RunInstaller =>
      (command, args, folder, reads = []) =>
        this.#options.run(
          {
            ...{ command, args, env: settings.env, network: 'sources', writes: folder },
            reads: [...settings.files, ...reads],
          },
          signal,
        );
    if (runner === 'npx') return ok(npmInstaller(runWith(npmSettings(environment, home))));
    const uv = findCommand('uv');
    if (uv === null) return noUv;
    const settings = uvSettings(environment, home);
    const env = { UV_PYTHON_DOWNLOADS: 'never', ...settings.env };
    return ok(uvInstaller(runWith({ ...settings, env }), uv, pythons()));
  }

  #folderOf = ({ runner, wish, lock }: PinnedPackages): string =>
    join(
      this.#options.folder,
      digestText(JSON.stringify([runner, wish, lock]))
        .replace(/\W/g, '')
        .slice(-40),
    );
}

const labelOf = ({ namespace, name }: Pick<Server, 'namespace' | 'name'>): string => `${namespace}/${name}`;

/** Beside the folder, where no program of these packages can write. */
const markOf = (folder: string): string => join(dirname(folder), `${folder.split('/').at(-1)}.complete`);
const isComplete = (folder: string): boolean => existsSync(markOf(folder)) && existsSync(folder);

/** Addresses of package sources hold passwords now and then. */
const withoutCredentials = (text: string): string => text.replace(/(\/\/)[^\s/@]+@/g, '$1').slice(-1_500);

const noUv = fail(
  'upstream_unavailable',
  'This server is started by uvx, and uv is not installed on this machine: install it (pip install uv, or see docs.astral.sh/uv) so that the user of the Assay server finds it on the PATH, then try again.',
  { outcome: 'none' },
);

const notUnderstood = (server: Pick<Server, 'namespace' | 'name'>, why: string) =>
  fail(
    'invalid_request',
    `The packages of ${labelOf(server)} cannot be fetched: ${why}. Name packages of a registry, or install the server yourself and register its program.`,
    { issues: [{ path: '/mcp/args', message: why }] },
  );

const noProgram = (server: Pick<Server, 'namespace' | 'name'>, { packages, program }: PackageCommand) =>
  fail(
    'invalid_request',
    `The packages of ${labelOf(server)} (${packages.join(', ')}) have no program ${program === null ? 'of their own' : `"${program}"`} to start.`,
    { issues: [{ path: '/mcp/args', message: 'names packages without this program' }] },
  );
