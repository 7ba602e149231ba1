/**
 * Reads the syntax tree of Python code without running it. It is a module that runs in the sandbox, as the code it reads
 * would: a parser, too, has had holes. What the facts mean is decided outside (`python-findings.ts`).
 */
export const analysis = `
import ast, io, tokenize


class Facts(ast.NodeVisitor):
    def __init__(self):
        self.imports, self.names, self.members, self.flaws = [], {}, {}, []

    def visit_Import(self, node):
        for alias in node.names:
            self.imports.append({"module": alias.name, "line": node.lineno})

    def visit_ImportFrom(self, node):
        self.imports.append({"module": "." * node.level + (node.module or ""), "line": node.lineno})
        for alias in node.names:
            if alias.name == "*":
                self.flaws.append({"kind": "star-import", "line": node.lineno})
            else:
                self.members.setdefault(alias.name, node.lineno)

    def visit_Name(self, node):
        self.names.setdefault(node.id, node.lineno)

    def visit_Attribute(self, node):
        self.members.setdefault(node.attr, node.lineno)
        self.generic_visit(node)

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id in ("getattr", "setattr", "delattr", "hasattr"):
            name = node.args[1] if len(node.args) > 1 else None
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                self.members.setdefault(name.value, node.lineno)
            else:
                self.flaws.append({"kind": "computed-member", "line": node.lineno})
        self.generic_visit(node)

    def visit_ExceptHandler(self, node):
        if len(node.body) == 1 and isinstance(node.body[0], ast.Pass):
            self.flaws.append({"kind": "empty-except", "line": node.lineno})
        self.generic_visit(node)

    def visit_Global(self, node):
        self.flaws.append({"kind": "global", "line": node.lineno})

    def visit_Compare(self, node):
        for operator, right in zip(node.ops, node.comparators):
            if isinstance(operator, (ast.Eq, ast.NotEq)) and isinstance(right, ast.Constant) and right.value is None:
                self.flaws.append({"kind": "compares-none", "line": node.lineno})
        self.generic_visit(node)

    def function(self, node):
        if any(isinstance(it, (ast.List, ast.Dict, ast.Set)) for it in node.args.defaults + node.args.kw_defaults):
            self.flaws.append({"kind": "mutable-default", "line": node.lineno})
        self.generic_visit(node)

    visit_FunctionDef = visit_AsyncFunctionDef = function


def unusual_names(code):
    """Names that are not ASCII: the parser normalises them, so that they are read from the text."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
    except (tokenize.TokenError, SyntaxError):
        return []
    return [
        {"name": token.string, "line": token.start[0]}
        for token in tokens
        if token.type == tokenize.NAME and not token.string.isascii()
    ]


def main_function(tree):
    found = [it for it in tree.body if isinstance(it, (ast.FunctionDef, ast.AsyncFunctionDef)) and it.name == "run"]
    return found[-1] if found else None


def member_of(parents, node):
    parent = parents.get(node)
    return parent if isinstance(parent, ast.Attribute) and parent.value is node else None


def host_uses(main):
    """How the host, the second parameter of run, is used: [path, line], or an unclear use."""
    given = main.args.posonlyargs + main.args.args
    if main.args.vararg is not None and len(given) < 2:
        return [], [{"kind": "rest", "line": main.lineno}]
    if len(given) < 2:
        return [], []
    host = given[1].arg
    parents = {child: node for node in ast.walk(main) for child in ast.iter_child_nodes(node)}
    uses, unclear = [], []
    for node in ast.walk(main):
        if not isinstance(node, ast.Name) or node.id != host:
            continue
        group = member_of(parents, node)
        if group is None:
            unclear.append({"kind": "passed-on", "line": node.lineno})
            continue
        member = member_of(parents, group)
        uses.append({"path": group.attr if member is None else group.attr + "." + member.attr, "line": node.lineno})
    return uses, unclear


def run(given):
    code = given["code"]
    try:
        tree = ast.parse(code)
        compile(code, "tool", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        message = getattr(error, "msg", None) or str(error) or type(error).__name__
        return {"syntax": {"message": message, "line": getattr(error, "lineno", None) or 1}}
    facts = Facts()
    facts.visit(tree)
    main = main_function(tree)
    uses, unclear = ([], []) if main is None else host_uses(main)
    return {
        "imports": facts.imports,
        "names": [{"name": name, "line": line} for name, line in facts.names.items()],
        "members": [{"name": name, "line": line} for name, line in facts.members.items()],
        "flaws": facts.flaws,
        "unusual": unusual_names(code),
        "hasRun": main is not None,
        "uses": uses,
        "unclear": unclear,
    }
`;
