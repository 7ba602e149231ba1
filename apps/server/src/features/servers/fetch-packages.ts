import { fetchAllPackages } from '@assay/importing';

/** Fetches the packages of every server's command, once the server listens. */
export class FetchPackages {
  readonly #stopping = new AbortController();
  #fetched: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly ports: Parameters<typeof fetchAllPackages>[0],
    /** Ends the commands that fetch. */
    private readonly endCommands: () => void,
    private readonly onProblem: (cause: unknown) => void,
  ) {}

  start(): void {
    this.#fetched = fetchAllPackages(this.ports, this.#stopping.signal).catch(this.onProblem);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.endCommands();
    await this.#fetched;
  }
}
