import type { Dialog, Page } from 'playwright-core';
import type { Line } from '../observe/accessibility-tree.js';
import { type DialogEntry, PageLog } from './page-log.js';
import { RequestGate } from './request-gate.js';

/** How an action answers a dialog of the page. */
export interface DialogAnswer {
  readonly accept: boolean;
  readonly text?: string | undefined;
}

const settleWithinMs = 3_000;
const quietMs = 100;
const loadWithinMs = 10_000;
const maxDialogs = 50;

/** A page and what the kit remembers of it. */
export class Tab {
  readonly log: PageLog;
  readonly gate = new RequestGate();
  /** The observation that the next one is compared with; null after a new document. */
  observed: readonly Line[] | null = null;
  /** Addresses of downloads that a page began without being asked; they are cancelled. */
  readonly refusedDownloads: string[] = [];
  #dialogs: DialogEntry[] = [];
  #answer: DialogAnswer | null = null;
  #expectsDownload = false;

  constructor(readonly page: Page) {
    this.log = new PageLog(page);
    page.on('dialog', (dialog) => void this.#onDialog(dialog));
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      this.observed = null;
      if (!/^(?:https?:|about:blank)/.test(frame.url())) void page.goto('about:blank').catch(() => {});
    });
    page.on('domcontentloaded', () => this.gate.open());
    page.on('download', (download) => {
      if (this.#expectsDownload) return;
      if (this.refusedDownloads.length < maxDialogs) this.refusedDownloads.push(download.suggestedFilename());
      void download.cancel().catch(() => {});
    });
  }

  /** Lets the one action in `work` begin a download. */
  async expectingDownload<T>(work: () => Promise<T>): Promise<T> {
    this.#expectsDownload = true;
    try {
      return await work();
    } finally {
      this.#expectsDownload = false;
    }
  }

  /** Dialogs are answered so while `work` runs; dismissed otherwise. */
  async answering<T>(answer: DialogAnswer | null, work: () => Promise<T>): Promise<T> {
    this.#answer = answer;
    try {
      return await work();
    } finally {
      this.#answer = null;
    }
  }

  takeDialogs(): readonly DialogEntry[] {
    const dialogs = this.#dialogs;
    this.#dialogs = [];
    return dialogs;
  }

  /** Waits until the page has loaded and asks for nothing more, at most for some seconds: some pages never rest. */
  async settle(): Promise<void> {
    await this.page.waitForLoadState('domcontentloaded', { timeout: loadWithinMs }).catch(() => {});
    const until = performance.now() + settleWithinMs;
    let quietSince = performance.now();
    while (performance.now() < until) {
      if (this.log.pending > 0) quietSince = performance.now();
      else if (performance.now() - quietSince >= quietMs) return;
      await new Promise((done) => setTimeout(done, 25));
    }
  }

  async #onDialog(dialog: Dialog): Promise<void> {
    const accept = this.#answer?.accept === true;
    const answer = accept ? 'accepted' : 'dismissed';
    if (this.#dialogs.length < maxDialogs)
      this.#dialogs.push({ type: dialog.type(), message: dialog.message().slice(0, 500), answer });
    await (accept ? dialog.accept(this.#answer?.text) : dialog.dismiss()).catch(() => {});
  }
}
