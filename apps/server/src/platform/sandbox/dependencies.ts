import type { Dependencies } from '@assay/creation';
import { allowedModules, moduleSource } from '@assay/sandbox';

/** What the code of made tools may import. */
export const dependencies: Dependencies = { allowed: allowedModules, source: moduleSource };
