import type { HostFunctions, HostRequest, Reach } from '@assay/creation';
import { isObject } from '@assay/kernel';
import type { CodeAnswer } from '@assay/runs';
import type { FilesOfCode } from './files-of-code.js';
import type { HttpOfCode } from './http-of-code.js';
import { Refused } from './refused.js';

export interface HostOfCodeOptions {
  /** The lists of the installation; variables with their values. */
  readonly access: {
    readonly folders: readonly string[];
    readonly hosts: readonly string[];
    readonly variables: Readonly<Record<string, string>>;
  };
  readonly files: Pick<FilesOfCode, 'read' | 'list'>;
  readonly http: Pick<HttpOfCode, 'get' | 'send'>;
}

/** Answers what generated code asks of this machine, within what its run may reach. */
export class HostOfCode implements HostFunctions {
  readonly lists: Reach;
  readonly #options: HostOfCodeOptions;

  constructor(options: HostOfCodeOptions) {
    const { folders, hosts, variables } = options.access;
    this.#options = options;
    this.lists = { folders, hosts, variables: Object.keys(variables) };
  }

  async call(request: HostRequest): Promise<CodeAnswer> {
    try {
      return { ok: true, value: await this.#answer(request) };
    } catch (error) {
      const { code, message } = error instanceof Refused ? error : unknown;
      return { ok: false, error: { code, message } };
    }
  }

  #answer({ name, argument, reach, signal }: HostRequest): unknown {
    const { files, http } = this.#options;
    switch (name) {
      case 'files.read':
        return files.read(textOf(argument, 'path'), reach.folders);
      case 'files.list':
        return files.list(textOf(argument, 'path'), reach.folders);
      case 'env.get':
        return this.#variable(textOf(argument, 'name'), reach.variables);
      case 'http.get':
        return http.get(argument, reach.hosts, signal);
      case 'http.send':
        return http.send(argument, reach.hosts, signal);
    }
  }

  #variable(name: string, names: readonly string[]): string {
    const { variables } = this.#options.access;
    if (!names.includes(name) || !Object.hasOwn(variables, name))
      throw new Refused('denied', `The variable ${JSON.stringify(name)} is not among those of this tool.`);
    return variables[name] as string;
  }
}

const unknown = { code: 'unavailable', message: 'The host could not answer.' };

/** An argument that is a text, or an object with it. */
function textOf(argument: unknown, member: string): string {
  const text = isObject(argument) ? argument[member] : argument;
  if (typeof text !== 'string') throw new Refused('invalid_input', `Pass the ${member} as a text.`);
  return text;
}
