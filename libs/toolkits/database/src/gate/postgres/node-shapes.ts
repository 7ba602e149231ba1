/**
 * The part of PostgreSQL's grammar that a query may use: the kinds of nodes of its parse tree, and of each kind the
 * fields. A kind or a field that is not here is refused, so that a later version of the grammar adds nothing by itself.
 * `node` and `nodes` hold tagged nodes (`{Kind: fields}`), a kind's name holds the fields of that kind, and `value` is
 * a scalar without names.
 */
export type Field = 'node' | 'nodes' | 'value' | (string & {});

const location = 'value';

export const nodeShapes: Readonly<Record<string, Readonly<Record<string, Field>>>> = Object.freeze({
  SelectStmt: {
    distinctClause: 'nodes',
    targetList: 'nodes',
    fromClause: 'nodes',
    whereClause: 'node',
    groupClause: 'nodes',
    groupDistinct: 'value',
    havingClause: 'node',
    windowClause: 'nodes',
    valuesLists: 'nodes',
    sortClause: 'nodes',
    limitOffset: 'node',
    limitCount: 'node',
    limitOption: 'value',
    withClause: 'WithClause',
    op: 'value',
    all: 'value',
    larg: 'SelectStmt',
    rarg: 'SelectStmt',
  },
  WithClause: { ctes: 'nodes', location },
  CommonTableExpr: { ctename: 'value', aliascolnames: 'nodes', ctematerialized: 'value', ctequery: 'node', location },
  ResTarget: { name: 'value', indirection: 'nodes', val: 'node', location },
  ColumnRef: { fields: 'nodes', location },
  A_Star: {},
  String: { sval: 'value' },
  Integer: { ival: 'value' },
  Float: { fval: 'value' },
  Boolean: { boolval: 'value' },
  A_Const: { ival: 'value', fval: 'value', sval: 'value', boolval: 'value', isnull: 'value', location },
  ParamRef: { number: 'value', location },
  A_Expr: {
    kind: 'value',
    name: 'nodes',
    lexpr: 'node',
    rexpr: 'node',
    rexpr_list_start: 'value',
    rexpr_list_end: 'value',
    location,
  },
  BoolExpr: { boolop: 'value', args: 'nodes', location },
  NullTest: { arg: 'node', nulltesttype: 'value', argisrow: 'value', location },
  BooleanTest: { arg: 'node', booltesttype: 'value', location },
  CaseExpr: { arg: 'node', args: 'nodes', defresult: 'node', location },
  CaseWhen: { expr: 'node', result: 'node', location },
  CoalesceExpr: { args: 'nodes', location },
  MinMaxExpr: { op: 'value', args: 'nodes', location },
  RowExpr: { args: 'nodes', row_format: 'value', location },
  List: { items: 'nodes' },
  A_ArrayExpr: { elements: 'nodes', list_start: 'value', list_end: 'value', location },
  A_Indirection: { arg: 'node', indirection: 'nodes' },
  A_Indices: { is_slice: 'value', lidx: 'node', uidx: 'node' },
  FuncCall: {
    funcname: 'nodes',
    args: 'nodes',
    agg_order: 'nodes',
    agg_filter: 'node',
    over: 'WindowDef',
    agg_within_group: 'value',
    agg_star: 'value',
    agg_distinct: 'value',
    funcformat: 'value',
    location,
  },
  NamedArgExpr: { name: 'value', arg: 'node', argnumber: 'value', location },
  WindowDef: {
    name: 'value',
    refname: 'value',
    partitionClause: 'nodes',
    orderClause: 'nodes',
    frameOptions: 'value',
    startOffset: 'node',
    endOffset: 'node',
    location,
  },
  SubLink: { subLinkType: 'value', testexpr: 'node', operName: 'nodes', subselect: 'node', location },
  TypeCast: { arg: 'node', typeName: 'TypeName', location },
  TypeName: { names: 'nodes', typmods: 'nodes', typemod: 'value', arrayBounds: 'nodes', location },
  SQLValueFunction: { op: 'value', typmod: 'value', location },
  RangeVar: { schemaname: 'value', relname: 'value', inh: 'value', relpersistence: 'value', alias: 'Alias', location },
  RangeSubselect: { lateral: 'value', subquery: 'node', alias: 'Alias' },
  RangeFunction: { lateral: 'value', ordinality: 'value', functions: 'nodes', alias: 'Alias' },
  JoinExpr: {
    jointype: 'value',
    isNatural: 'value',
    larg: 'node',
    rarg: 'node',
    usingClause: 'nodes',
    join_using_alias: 'Alias',
    quals: 'node',
    alias: 'Alias',
    rtindex: 'value',
  },
  Alias: { aliasname: 'value', colnames: 'nodes' },
  SortBy: { node: 'node', sortby_dir: 'value', sortby_nulls: 'value', location },
  GroupingSet: { kind: 'value', content: 'nodes', location },
  GroupingFunc: { args: 'nodes', location },
});

/** Statements and clauses that write, by the node or field that holds them. */
export const writingNodes: ReadonlySet<string> = new Set([
  ...['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt', 'TruncateStmt', 'CopyStmt', 'IntoClause', 'intoClause'],
  ...['DropStmt', 'GrantStmt', 'GrantRoleStmt', 'DoStmt', 'CallStmt', 'ExecuteStmt', 'PrepareStmt', 'VacuumStmt'],
  ...['CreateStmt', 'CreateTableAsStmt', 'IndexStmt', 'ViewStmt', 'RuleStmt', 'LockStmt', 'RefreshMatViewStmt'],
]);

/** `CREATE …`, `ALTER …`, `DROP …` and other statements of a kind not listed one by one. */
export const isWriting = (kind: string): boolean =>
  writingNodes.has(kind) || /^(?:Create|Alter|Drop|Define|Rename|Reindex|Comment|SecLabel|Import|Reassign)/.test(kind);
