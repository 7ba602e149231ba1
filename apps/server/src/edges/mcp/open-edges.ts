/** MCP edges that are served, with their sessions. */
export class OpenEdges {
  readonly #closers: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  async closeAll(): Promise<void> {
    await Promise.allSettled(this.#closers.splice(0).map((close) => close()));
  }
}
