import { CedarPolicyEngine } from '@assay/authorization';
import { Global, Module } from '@nestjs/common';
import { POLICY_ENGINE } from '../ports.js';
import { provide } from '../provide.js';

const providers = [provide(POLICY_ENGINE, {}, () => new CedarPolicyEngine())];

/** Evaluates policies. */
@Global()
@Module({ providers, exports: providers })
export class AuthorizationModule {}
