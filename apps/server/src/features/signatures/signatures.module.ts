import { ManagePublisherKeys } from '@assay/registry';
import { Module } from '@nestjs/common';
import { identityPorts } from '../../platform/port-sets.js';
import { KEY_STORE, SIGNATURE_VERIFIER } from '../../platform/ports.js';
import { useCase } from '../../platform/provide.js';
import { PublisherKeysController } from './publisher-keys.controller.js';
import { RegistryKeysController } from './registry-keys.controller.js';

const providers = [
  useCase(ManagePublisherKeys, { ...identityPorts, publisherKeys: KEY_STORE, verifier: SIGNATURE_VERIFIER }),
];

/** Keys by which publishers and the registry sign. */
@Module({ controllers: [PublisherKeysController, RegistryKeysController], providers, exports: providers })
export class SignaturesModule {}
