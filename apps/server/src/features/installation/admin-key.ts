import type { Config } from '@assay/config';
import type { Random } from '@assay/kernel';
import type { Home } from '../../platform/home/home.js';
import { newAdminKey } from './first-start.js';

/** The administrator's key: the operator's, or one that the installation made and keeps in its folder. */
export class AdminKey {
  readonly isChosen: boolean;
  readonly #config: Pick<Config, 'adminKey'>;
  readonly #home: Home;
  readonly #random: Random;

  constructor(config: Pick<Config, 'adminKey'>, home: Home, random: Random) {
    this.#config = config;
    this.#home = home;
    this.#random = random;
    this.isChosen = config.adminKey !== null;
  }

  get value(): string {
    return this.#config.adminKey ?? this.#home.secret('admin.key', () => newAdminKey({ random: this.#random }));
  }
}
