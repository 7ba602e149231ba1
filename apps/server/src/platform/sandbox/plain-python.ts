import type { MadeToolFinding, ToolTemplate } from '@assay/contracts';
import { pythonBuiltins, pythonFits } from '@assay/creation';
import { err, ok, type Result } from '@assay/kernel';
import type { CheckPythonTypes } from '@assay/sandbox';

type Written = Pick<ToolTemplate, 'code' | 'inputSchema' | 'outputSchema'>;

/** A comment that changes what the checker reports, however it is spaced. */
const isSuppressing = (line: string): boolean => line.toLowerCase().replaceAll(' ', '').includes('#pyright:');

/** Code in Python as it is, after its types were checked; warnings are reported with it. */
export async function plainPython(
  { code, inputSchema, outputSchema }: Written,
  checkTypes: CheckPythonTypes,
): Promise<Result<string, readonly MadeToolFinding[]>> {
  const critical = (message: string, line?: number): MadeToolFinding => ({
    ...{ rule: 'types', severity: 'critical', message },
    ...(line !== undefined && { line }),
  });
  const at = code.split('\n').findIndex(isSuppressing);
  if (at >= 0) return err([critical('It turns off the check of types: # pyright.', at + 1)]);
  try {
    const fits = pythonFits(inputSchema, outputSchema);
    const problems = await checkTypes({ code, fits, builtins: pythonBuiltins });
    if (problems.length === 0) return ok(code);
    return err(
      problems.map(({ message, severity, line }) =>
        severity === 'warning' ? { ...critical(message, line), severity } : critical(message, line),
      ),
    );
  } catch (error) {
    return err([critical((error as Error).message)]);
  }
}
