import type {
  Issue,
  McpAddress,
  ServerJson,
  ServerJsonArgument,
  ServerJsonPackage,
  ServerJsonTransport,
} from '@assay/contracts';
import { type Failure, fail, ok, pointerStep, type Result } from '@assay/kernel';

/** Inputs from the user, by the name of a header, variable, environment variable or argument. */
export type InputValues = Readonly<Record<string, string>>;

type Input = Pick<ServerJsonArgument, 'value' | 'default' | 'isRequired' | 'description' | 'choices'> & {
  readonly variables?: Readonly<Record<string, Input>>;
};

/**
 * The address of a server in a registry entry: the first streamable HTTP remote, else the first package that runs here
 * over stdio. Inputs without a fixed value come from `values`, then from their default; all missing required ones are
 * reported at once, with their description.
 */
export function serverAddress(server: ServerJson, values: InputValues): Result<McpAddress, Failure> {
  const remote = server.remotes?.find((it) => it.type === 'streamable-http');
  const runnable = server.packages?.find((it) => it.transport.type === 'stdio' && it.registryType in runners);
  if (remote === undefined && runnable === undefined) return notReachable(server);
  const inputs = new Inputs(values);
  const address = remote === undefined ? commandOf(runnable as ServerJsonPackage, inputs) : urlOf(remote, inputs);
  const problems = inputs.problems();
  if (problems.length === 0) return ok(address);
  return fail('invalid_request', `${server.name} needs other values: ${problems.map(reportOf).join('; ')}.`, {
    issues: problems,
  });
}

const reportOf = ({ path, message }: Issue): string => `${path.split('/').at(-1)} ${message}`;

/** Commands that start a package by name, by kind of registry: `npx name@1.2.3` and the like. */
const runners: Readonly<Record<string, (found: ServerJsonPackage, inputs: Inputs) => McpAddress>> = {
  npm: (found, inputs) => started('npx', found, inputs, ['-y'], at(found, '@')),
  pypi: (found, inputs) => started('uvx', found, inputs, [], at(found, '@')),
  oci: (found, inputs) => {
    const passed = (found.environmentVariables ?? []).flatMap(({ name }) => ['-e', name]);
    return started('docker', found, inputs, ['run', '-i', '--rm', ...passed], at(found, ':'));
  },
};

/** What an entry may name as its runtime: a registry's entry must not choose any program of this machine. */
const runtimes: ReadonlySet<string> = new Set([
  'npx',
  'bunx',
  'uvx',
  'dnx',
  'docker',
  'podman',
  'node',
  'bun',
  'deno',
  'python',
  'python3',
]);

function commandOf(found: ServerJsonPackage, inputs: Inputs): McpAddress {
  const { runtimeHint: hint } = found;
  if (hint !== undefined && !runtimes.has(hint))
    inputs.refuse('runtimeHint', `names no known runtime (${hint.slice(0, 80)})`);
  return (runners[found.registryType] as (typeof runners)[string])(found, inputs);
}

const at = ({ identifier, version }: ServerJsonPackage, sign: string): string =>
  version === undefined || identifier.slice(1).includes(sign) ? identifier : `${identifier}${sign}${version}`;

function started(
  runner: string,
  found: ServerJsonPackage,
  inputs: Inputs,
  before: readonly string[],
  name: string,
): McpAddress {
  const given = argumentsOf(found.runtimeArguments, inputs);
  const runtime = [...before.filter((it) => it !== '-y' || !given.includes('-y')), ...given];
  const env = Object.fromEntries(
    (found.environmentVariables ?? []).flatMap((it) => {
      const value = inputs.value(it.name, it);
      return value === undefined ? [] : [[it.name, value]];
    }),
  );
  return {
    command: found.runtimeHint ?? runner,
    args: [...runtime, name, ...argumentsOf(found.packageArguments, inputs)],
    ...(Object.keys(env).length > 0 && { env }),
  };
}

function argumentsOf(declared: readonly ServerJsonArgument[] | undefined, inputs: Inputs): string[] {
  return (declared ?? []).flatMap((it) => {
    if (it.type === 'positional') {
      const value = inputs.value(it.valueHint ?? 'argument', it);
      return value === undefined ? [] : [value];
    }
    const flag = it.name ?? '';
    const value = inputs.value(flag.replace(/^-+/, ''), it);
    if (it.format === 'boolean') return value === 'true' ? [flag] : [];
    if (value !== undefined) return value === '' ? [flag] : [flag, value];
    return [];
  });
}

function urlOf({ url = '', headers = [], variables = {} }: ServerJsonTransport, inputs: Inputs): McpAddress {
  const sent = Object.fromEntries(
    headers.flatMap((it) => {
      const value = inputs.value(it.name, it);
      return value === undefined ? [] : [[it.name, value]];
    }),
  );
  const filled = inputs.filled(url, variables, encodeURIComponent);
  return { url: filled, ...(Object.keys(sent).length > 0 && { headers: sent }) };
}

/** Reads values, and records missing, invalid and superfluous ones. */
class Inputs {
  readonly #values: InputValues;
  readonly #used = new Set<string>();
  readonly #issues: Issue[] = [];

  constructor(values: InputValues) {
    this.#values = values;
  }

  /** The value of an input; undefined when an optional one is absent. */
  value(name: string, input: Input): string | undefined {
    if (input.value !== undefined) return this.filled(input.value, input.variables ?? {});
    const given = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
    this.#used.add(name);
    const value = given ?? input.default;
    if (value === undefined) {
      if (input.isRequired)
        this.refuse(name, `is required${input.description ? ` (${input.description.slice(0, 200)})` : ''}`);
      return undefined;
    }
    if (input.choices !== undefined && !input.choices.includes(value)) {
      this.refuse(name, `must be one of ${input.choices.slice(0, 20).join(', ')}`);
    }
    return value;
  }

  /** A template with its `{variables}` replaced. */
  filled(
    template: string,
    variables: Readonly<Record<string, Input>>,
    write: (value: string) => string = (value) => value,
  ): string {
    return template.replaceAll(/\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => {
      const value = this.value(name, variables[name] ?? { isRequired: true });
      return value === undefined ? whole : write(value);
    });
  }

  problems(): Issue[] {
    const superfluous = Object.keys(this.#values).filter((name) => !this.#used.has(name));
    for (const name of superfluous) this.refuse(name, 'is not an input of this server');
    return this.#issues;
  }

  refuse(name: string, message: string): void {
    this.#issues.push({ path: `/source/registry/values${pointerStep(name)}`, message });
  }
}

const notReachable = ({ name, version, remotes = [], packages = [] }: ServerJson): Result<never, Failure> => {
  const kinds = [
    ...remotes.map((it) => it.type),
    ...packages.map((it) => `${it.registryType} over ${it.transport.type}`),
  ];
  const has = kinds.length === 0 ? 'It names none.' : `It names: ${[...new Set(kinds)].join(', ')}.`;
  return fail(
    'invalid_request',
    `${name}@${version} has no address Assay can use: a streamable-http remote, or an npm, pypi or oci package over stdio. ${has}`,
    { issues: [{ path: '/source/registry/name', message: 'names a server without a usable address' }] },
  );
};
