import { Refusal } from '@assay/kit';
import { type SimpleGit, type SimpleGitOptions, simpleGit } from 'simple-git';
import { reasonOf } from './reason-of.js';
import { safeSettings } from './unsafe-config.js';

/** Of one command's output, in bytes. */
const maxOutput = 32 * 1_048_576;
const silentForMs = 120_000;

/** A credential for one host, sent to no other. */
export interface HostCredential {
  readonly origin: string;
  readonly token: string;
}

export interface GitOptions {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly credential?: HostCredential | undefined;
}

/** Values that `safeSettings` and the environment below set; the library refuses such keys unless they are allowed by name. */
const setByUs: SimpleGitOptions['unsafe'] = {
  allowUnsafeHooksPath: true,
  allowUnsafeFsMonitor: true,
  allowUnsafePager: true,
  allowUnsafeEditor: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeGpgProgram: true,
  allowUnsafeFilter: true,
  allowUnsafeAskPass: true,
  allowUnsafeTemplateDir: true,
};

const passedOn = ['PATH', 'HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'NO_PROXY', 'no_proxy', 'TMPDIR'];

/** The credential travels in the environment: arguments of a process can be read by others. */
const credentialEnvironment = ({ origin, token }: HostCredential): Record<string, string> => ({
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: `http.${origin}/.extraHeader`,
  GIT_CONFIG_VALUE_0: `Authorization: Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`,
});

const identity = {
  GIT_AUTHOR_NAME: 'Assay agent',
  GIT_AUTHOR_EMAIL: 'agent@assay.invalid',
  GIT_COMMITTER_NAME: 'Assay agent',
  GIT_COMMITTER_EMAIL: 'agent@assay.invalid',
};

const environmentOf = (credential: HostCredential | undefined): Record<string, string> => ({
  ...Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name] as string]] : []))),
  HOME: '/nonexistent',
  LC_ALL: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '/bin/false',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
  ...identity,
  ...(credential && credentialEnvironment(credential)),
});

/** Says nothing about the repository. */
class GitMissing extends Refusal {
  constructor() {
    super(
      'git is not installed on the machine of this server. Install it (Debian: apt-get install git), then try again.',
    );
  }
}

/** git in one folder, with settings that keep a repository from starting programs. Cancelling the call ends it. */
export class Git {
  readonly #git: SimpleGit;
  readonly #tooMuch = new AbortController();

  constructor(readonly options: GitOptions) {
    const { folder, signal, credential } = options;
    const environment = environmentOf(credential);
    this.#git = simpleGit({
      baseDir: folder,
      config: [...safeSettings],
      maxConcurrentProcesses: 1,
      timeout: { block: silentForMs },
      abort: AbortSignal.any([signal, this.#tooMuch.signal]),
      unsafe: setByUs,
      allowEnvironment: Object.keys(environment),
    })
      .env(environment)
      .outputHandler((_command, stdout) => {
        let bytes = 0;
        stdout.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > maxOutput) this.#tooMuch.abort();
        });
      });
  }

  /** Runs a command and returns what it wrote. Throws a Refusal with git's own reason when it fails. */
  async run(...args: readonly string[]): Promise<string> {
    try {
      return await this.#git.raw([...args]);
    } catch (error) {
      throw this.#refusalOf(error);
    }
  }

  /** What a command wrote; null when it failed. */
  async attempt(...args: readonly string[]): Promise<string | null> {
    return this.run(...args).catch((error: unknown) => {
      if (error instanceof Refusal && !(error instanceof GitMissing)) return null;
      throw error;
    });
  }

  #refusalOf(error: unknown): unknown {
    if (this.options.signal.aborted) return error;
    if (this.#tooMuch.signal.aborted) return new Refusal('git wrote more than 32 MB. Ask for less, such as one path.');
    const text = error instanceof Error ? error.message : String(error);
    if (text.includes('spawn git')) return new GitMissing();
    return new Refusal(reasonOf(text));
  }
}
