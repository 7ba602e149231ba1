import { takesHost } from '../python/takes-host.js';

/** `tool.mjs` of an exported tool in Python: it runs `tool.py` in Pyodide, as Assay does. */
export const pythonText = `// Runs tool.py in Pyodide.
import { readFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const python = await loadPyodide();
python.globals.set('source', readFileSync(new URL('./tool.py', import.meta.url), 'utf8'));
const call = python.runPython(\`
import inspect, json, types

class ToolError(Exception):
    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error.get("code")

space = {"__name__": "tool", "ToolError": ToolError}
exec(compile(source, "tool.py", "exec"), space)

${takesHost}
def host_of(names, ask):
    groups = {}
    def function(name):
        async def asking(argument=None, /, **keywords):
            given = {**(argument or {}), **keywords} if keywords else argument
            answer = json.loads(await ask(name, json.dumps(given)))
            if "error" in answer:
                raise ToolError(answer["error"])
            return answer["value"]
        return asking
    for name in names:
        group, member = name.split(".")
        setattr(groups.setdefault(group, types.SimpleNamespace()), member, function(name))
    return types.SimpleNamespace(**groups)

async def call(text, names, ask):
    try:
        run, given = space["run"], json.loads(text)
        value = run(given, host_of(json.loads(names), ask)) if takes_host(run) else run(given)
        return json.dumps({"value": await value if inspect.isawaitable(value) else value})
    except Exception as error:
        return json.dumps({"error": {"name": type(error).__name__, "message": str(error)}})

call
\`);

const namesIn = (host) => Object.entries(host).flatMap(([group, own]) => Object.keys(own).map((it) => \`\${group}.\${it}\`));

export default async function run(input, host = {}) {
  const ask = async (name, argument) => {
    const [group, member] = name.split('.');
    try {
      return JSON.stringify({ value: (await host[group][member](JSON.parse(argument))) ?? null });
    } catch ({ code, message }) {
      return JSON.stringify({ error: { code, message } });
    }
  };
  const { value, error } = JSON.parse(await call(JSON.stringify(input), JSON.stringify(namesIn(host)), ask));
  if (error !== undefined) throw Object.assign(new Error(error.message), { name: error.name });
  return value;
}
`;
