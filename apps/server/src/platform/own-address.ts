/** Where clients reach this server; known once it listens. */
export class OwnAddress {
  #url = '';

  /** Without a slash at its end; empty before the server listens. */
  get url(): string {
    return this.#url;
  }

  listensAt(url: string): void {
    this.#url = url;
  }
}
