import { type CredentialStore, type Directory, defaultOrganisation, type ManageAccounts } from '@assay/identity';
import { isoTime } from '@assay/kernel';
import type { Home } from '../../platform/home/home.js';

export interface FirstLinkPorts {
  readonly directory: Directory;
  readonly credentials: Pick<CredentialStore, 'counts'>;
  readonly managing: Pick<ManageAccounts, 'issueFirst'>;
  readonly home: Pick<Home, 'put' | 'remove'>;
  readonly peopleUrl: () => string;
}

/** Beside the administrator's key, for its owner alone. */
export const firstLinkFile = 'sign-in.link';

/** The one-time link with which the administrator of a new installation sets the first credential. */
export class FirstLink {
  readonly #ports: FirstLinkPorts;

  constructor(ports: FirstLinkPorts) {
    this.#ports = ports;
  }

  /** A new link; undefined when the administrator has a credential, or no account may use one. */
  async issue(administrator: string): Promise<{ readonly url: string; readonly expiresAt: string } | undefined> {
    const { directory, credentials, managing, peopleUrl } = this.#ports;
    const organisation = directory.organisationNamed(defaultOrganisation);
    const principal = organisation && directory.principalNamed(organisation.id, administrator);
    const account = principal && directory.accounts.of(principal.id);
    if (account === undefined || account.disabledAt !== null) return undefined;
    const counted = (await credentials.counts([account.id])).get(account.id);
    if (counted?.password === true || (counted?.passkeys ?? 0) > 0) {
      this.forget();
      return undefined;
    }
    const { token, expiresAt } = await managing.issueFirst(account);
    return { url: `${peopleUrl()}/welcome/${token}`, expiresAt: isoTime(expiresAt) };
  }

  /** Writes a link to the folder of the installation, with mode 600. */
  write = (url: string): void => this.#ports.home.put(firstLinkFile, url);

  /** Removes the file of a link that is used. */
  forget = (): void => this.#ports.home.remove(firstLinkFile);
}
