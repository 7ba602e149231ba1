import { stripTypeScriptTypes } from 'node:module';
import type { MadeToolFinding, ToolTemplate } from '@assay/contracts';
import { err, ok, type Result } from '@assay/kernel';

/** The code of a tool without its types. */
export async function plainCode({
  code,
  language,
}: Pick<ToolTemplate, 'code' | 'language'>): Promise<Result<string, readonly MadeToolFinding[]>> {
  if (language === 'javascript') return ok(code);
  try {
    return ok(stripTypeScriptTypes(code, { mode: 'strip' }));
  } catch (error) {
    return err([{ rule: 'syntax', severity: 'critical', message: (error as Error).message.slice(0, 400) }]);
  }
}
