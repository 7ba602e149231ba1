/** Runs generated code in fresh processes: JavaScript and TypeScript in QuickJS, Python in Pyodide. */
export { type AllowedModule, allowedModules, moduleSource } from './modules/allowed-modules.js';
export type { ProcessCommand, ProcessLimits, StartedProcess, StartProcess } from './process/start-process.js';
export { pyodideVersion } from './python/pyodide-version.js';
export {
  type CheckPythonTypes,
  type PythonTypeProblem,
  pythonTypeChecker,
  type TypedPython,
} from './python-types/check-python-types.js';
export {
  type CodeEnd,
  type CodeProblem,
  type CodeRun,
  type CodeSession,
  defaultLimits,
  type HostAnswer,
  type HostCall,
  type Language,
  type LogLine,
  languages,
  type RunLimits,
  type Turn,
} from './run.js';
export { openSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';
export { checkTypes, type TypedModule, type TypeProblem } from './types/check-types.js';
