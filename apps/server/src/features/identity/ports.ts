import type { Caller, Organisation } from '@assay/identity';
import type { Failure, Result } from '@assay/kernel';
import { port } from '../../platform/provide.js';

export const CREATE_ORGANISATION =
  port<(caller: Caller, name: string) => Promise<Result<Organisation, Failure>>>('create organisation');
