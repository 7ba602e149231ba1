import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, normalize, relative, resolve, sep } from 'node:path';
import { Refusal } from '../refusal.js';
import { refusalOf } from './path-refusal.js';
import { isWithin, type Root } from './roots.js';

/** A path that was asked for, resolved: it existed inside a root at that moment. Opening it checks again. */
export interface Place {
  readonly root: Root;
  /** Without links. */
  readonly real: string;
  /** As agents write it: relative to its root, after the root's name when there are several; "." for the root. */
  readonly shown: string;
  /** The path that was asked for was a link, or led through one. */
  readonly linked: boolean;
}

const maxPath = 4_096;

/** Paths below this name are those of the kit's own examples, whatever the roots are. */
const examplePath = 'example:';
export const exampleName = 'example:';

/** The folders an agent may read. The one place that turns a path from outside into one that may be opened. */
export class Territory {
  /** `example` makes the folder of the kit's own examples, when a path asks for it. */
  constructor(
    readonly roots: readonly Root[],
    private readonly example?: () => Promise<Root>,
  ) {}

  /** "." with several roots: no folder, but the list of roots. */
  isOverview(requested: string): boolean {
    return this.roots.length > 1 && withoutSlashes(normalize(requested || '.')) === '.';
  }

  /** The path of `real` as agents write it. */
  show(root: Root, real: string): string {
    const inside = relative(root.path, real).split(sep).join('/');
    if (root.name === exampleName) return inside === '' ? examplePath : `${examplePath}/${inside}`;
    return this.roots.length === 1 ? inside || '.' : [root.name, inside].filter(Boolean).join('/');
  }

  /** Resolves links and refuses whatever is not inside a root. Throws a Refusal. */
  async locate(requested: string): Promise<Place> {
    const { root, path } = (await this.#inExample(requested)) ?? this.#lexical(requested);
    const real = await this.#realPath(root, path, requested);
    const home = isWithin(root.path, real) ? root : root.name === exampleName ? undefined : this.#rootOf(real);
    if (!home) throw this.#outside(requested);
    return { root: home, real, shown: this.show(home, real), linked: real !== path };
  }

  async #inExample(requested: string): Promise<{ root: Root; path: string } | undefined> {
    if (this.example === undefined || !(requested === examplePath || requested.startsWith(`${examplePath}/`))) return;
    const root = await this.example();
    const path = resolve(root.path, requested.slice(examplePath.length + 1).replaceAll('\0', ''));
    if (!isWithin(root.path, path)) throw this.#outside(requested);
    return { root, path };
  }

  #lexical(requested: string): { root: Root; path: string } {
    if (requested.includes('\0')) throw new Refusal('The path contains a NUL character. Remove it.');
    if (requested.length > maxPath) throw new Refusal(`The path is longer than ${maxPath} characters.`);
    return isAbsolute(requested) ? this.#absolute(requested) : this.#relative(requested);
  }

  #absolute(requested: string): { root: Root; path: string } {
    const path = withoutSlashes(normalize(requested));
    const real = this.#rootOf(path);
    if (real) return { root: real, path };
    const root = this.roots.find(({ given }) => isWithin(given, path));
    if (!root) throw this.#outside(requested);
    return { root, path: resolve(root.path, relative(root.given, path)) };
  }

  #relative(requested: string): { root: Root; path: string } {
    const [first, rest] = this.#split(requested);
    const path = resolve(first.path, rest);
    if (!isWithin(first.path, path)) throw this.#outside(requested);
    return { root: first, path };
  }

  /** With one root every relative path is relative to it; with several the first segment names the root. */
  #split(requested: string): [Root, string] {
    const only = this.roots.length === 1 ? this.roots[0] : undefined;
    if (only) return [only, requested || '.'];
    const segments = requested.split('/').filter((segment) => segment !== '' && segment !== '.');
    const root = this.roots.find(({ name }) => name === segments[0]);
    if (!root) throw new Refusal(`Begin the path with one of the roots: ${this.#names()}.`);
    return [root, segments.slice(1).join('/') || '.'];
  }

  /** The answer is the same for a link that leads outside, to something unreadable and to nothing. */
  async #realPath(root: Root, path: string, requested: string): Promise<string> {
    try {
      return await realpath(path);
    } catch (error) {
      if (await this.#leavesRoot(root, path)) throw this.#outside(requested);
      throw refusalOf(error, requested);
    }
  }

  /** Climbs to what exists: is that outside the roots, or a link to nothing? */
  async #leavesRoot(root: Root, path: string): Promise<boolean> {
    for (let at = path; isWithin(root.path, at); at = dirname(at)) {
      const exists = await lstat(at).then(
        () => true,
        () => false,
      );
      if (!exists) continue;
      const real = await realpath(at).catch(() => undefined);
      return real === undefined || this.#rootOf(real) === undefined;
    }
    return false;
  }

  #rootOf(path: string): Root | undefined {
    return this.roots
      .filter((root) => isWithin(root.path, path))
      .sort((a, b) => b.path.length - a.path.length)
      .at(0);
  }

  #outside(requested: string): Refusal {
    const shown = requested.slice(0, 200);
    return new Refusal(
      `"${shown}" leads outside the folders this server may read, or to nothing. Use a path inside: ${this.#names()}.`,
    );
  }

  #names(): string {
    return this.roots.length === 1 ? 'the root, such as "."' : this.roots.map(({ name }) => `"${name}"`).join(', ');
  }
}

/** A path without slashes at its end; the root alone is one. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
