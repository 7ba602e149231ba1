import { isObject } from '@assay/kernel';
import type { Client, McpSubscription } from '@modelcontextprotocol/client';

/**
 * The changes that a server of the 2026-07-28 revision reports: its lists, and the watched resources. That revision has
 * one stream for all of them, which is reopened when the watched resources change.
 */
export class Subscriptions {
  readonly #watched = new Set<string>();
  readonly #client: Client;
  #open: McpSubscription | undefined;
  #turn: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(client: Client) {
    this.#client = client;
  }

  start(): Promise<void> {
    return this.#renew();
  }

  watch(uri: string): Promise<void> {
    this.#watched.add(uri);
    return this.#renew();
  }

  unwatch(uri: string): Promise<void> {
    this.#watched.delete(uri);
    return this.#renew();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#turn;
    await this.#open?.close().catch(() => {});
  }

  /** One change of the stream after another; rejects when the server refuses it. */
  #renew(): Promise<void> {
    const renewed = this.#turn.then(() => this.#reopen());
    this.#turn = renewed.catch(() => {});
    return renewed;
  }

  async #reopen(): Promise<void> {
    const wanted = this.#wanted();
    if (this.#closed || Object.keys(wanted).length === 0) return;
    const former = this.#open;
    this.#open = await this.#client.listen(wanted);
    await former?.close().catch(() => {});
  }

  #wanted() {
    const { tools, prompts, resources } = this.#client.getServerCapabilities() ?? {};
    return {
      ...(changes(tools) && { toolsListChanged: true }),
      ...(changes(prompts) && { promptsListChanged: true }),
      ...(changes(resources) && { resourcesListChanged: true }),
      ...(this.#watched.size > 0 && { resourceSubscriptions: [...this.#watched] }),
    };
  }
}

const changes = (capability: unknown): boolean => isObject(capability) && capability.listChanged === true;
