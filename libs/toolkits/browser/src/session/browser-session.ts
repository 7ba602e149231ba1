import { Refusal } from '@assay/kit';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { contextOptions, launchBrowser } from '../engine/launch.js';
import type { Profile, StoredState } from './profile.js';
import { decideRequest } from './request-gate.js';
import { Tab } from './tab.js';

export interface SessionOptions {
  readonly profile: Profile;
  /** Address of the proxy through which everything goes. Called when a browser starts. */
  readonly proxy: () => Promise<string>;
  readonly idleMs?: number;
}

export const maxTabs = 10;
/** A browser that nobody uses for so long ends, and its profile is saved. */
const idleAfterMs = 10 * 60_000;
const actWithinMs = 10_000;

interface Open {
  readonly browser: Browser;
  readonly context: BrowserContext;
}

/** One caller's browser. It starts at the first use, serves one call at a time, and ends when idle. */
export class BrowserSession {
  readonly #options: SessionOptions;
  readonly #tabs: Tab[] = [];
  #open: Open | null = null;
  #current = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #stopIdle: (() => void) | null = null;
  /** Pop-ups that were closed because there were too many. */
  refusedPopups = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#open !== null;
  }

  get keepsProfile(): boolean {
    return this.#options.profile.kept;
  }

  get tabs(): readonly Tab[] {
    return this.#tabs;
  }

  get current(): number {
    return this.#current;
  }

  /** Runs `work` with the current tab after all work before it. */
  use<T>(work: (tab: Tab) => Promise<T>): Promise<T> {
    const turn = this.#turn.then(async () => {
      this.#stopIdle?.();
      try {
        return await work(await this.#currentTab());
      } finally {
        this.#startIdle();
      }
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async openTab(): Promise<Tab> {
    if (this.#tabs.length >= maxTabs) throw new Refusal(`There are ${maxTabs} tabs already. Close one first.`);
    const { context } = await this.#opened();
    const page = await context.newPage();
    this.#current = this.#tabs.findIndex((it) => it.page === page);
    return this.#tabs[this.#current] as Tab;
  }

  selectTab(index: number): Tab {
    const tab = this.#tabs[index];
    if (tab === undefined)
      throw new Refusal(`There is no tab ${index}: there are ${this.#tabs.length}, counted from 0.`);
    this.#current = index;
    return tab;
  }

  async closeTab(index: number): Promise<void> {
    await this.selectTab(index).page.close();
  }

  /** Ends the browser; the profile is saved unless it is to be erased. */
  async end({ erase = false }: { readonly erase?: boolean } = {}): Promise<void> {
    this.#stopIdle?.();
    const open = this.#open;
    this.#open = null;
    if (open !== null) {
      if (!erase && this.#options.profile.kept) await this.#save(open.context).catch(() => {});
      this.#tabs.length = 0;
      await open.browser.close().catch(() => {});
    }
    if (erase) await this.#options.profile.erase();
  }

  async #save(context: BrowserContext): Promise<void> {
    await this.#options.profile.save((await context.storageState({ indexedDB: true })) as unknown as StoredState);
  }

  async #currentTab(): Promise<Tab> {
    await this.#opened();
    return this.#tabs[this.#current] ?? (await this.openTab());
  }

  async #opened(): Promise<Open> {
    if (this.#open !== null) return this.#open;
    const stored = await this.#options.profile.load();
    const browser = await launchBrowser(await this.#options.proxy());
    const context = await browser.newContext({ ...contextOptions, ...(stored && { storageState: stored as never }) });
    context.setDefaultTimeout(actWithinMs);
    context.on('page', (page) => this.#onPage(page));
    await context.route('**/*', (route) =>
      decideRequest(
        route,
        (page) => this.#tabs.find((it) => it.page === page)?.gate,
        () => this.#tabs.find((it) => it.gate.holds)?.gate,
      ).catch(() => {}),
    );
    browser.once('disconnected', () => {
      if (this.#open?.browser !== browser) return;
      this.#open = null;
      this.#tabs.length = 0;
    });
    this.#open = { browser, context };
    return this.#open;
  }

  #onPage(page: Page): void {
    if (this.#tabs.length >= maxTabs) {
      this.refusedPopups += 1;
      void page.close().catch(() => {});
      return;
    }
    const tab = new Tab(page);
    this.#tabs.push(tab);
    page.on('close', () => this.#forget(tab));
    page.on('crash', () => void page.close().catch(() => {}));
  }

  #forget(tab: Tab): void {
    const at = this.#tabs.indexOf(tab);
    if (at === -1) return;
    this.#tabs.splice(at, 1);
    if (this.#current >= at) this.#current = Math.max(0, this.#current - 1);
  }

  #startIdle(): void {
    const timer = setTimeout(() => {
      this.#turn = this.#turn.then(() => this.end());
    }, this.#options.idleMs ?? idleAfterMs);
    timer.unref();
    this.#stopIdle = () => clearTimeout(timer);
  }
}
