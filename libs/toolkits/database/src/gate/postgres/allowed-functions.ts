/**
 * Functions of PostgreSQL that only compute on their arguments: no state of the session or the server, no file, lock,
 * notification, sequence, catalog or SQL in text, and no argument that sets the size of the result.
 */
const names = `
count sum avg min max array_agg string_agg json_agg jsonb_agg json_object_agg jsonb_object_agg bool_and bool_or every
bit_and bit_or any_value stddev stddev_pop stddev_samp variance var_pop var_samp corr covar_pop covar_samp regr_avgx
regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy mode percentile_cont percentile_disc
row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
abs ceil ceiling floor round trunc sign sqrt cbrt exp ln log log10 mod div gcd lcm degrees radians pi sin cos tan asin
acos atan atan2 width_bucket greatest least
length char_length character_length octet_length bit_length lower upper initcap btrim ltrim rtrim trim left right
substr substring position strpos split_part replace translate reverse concat concat_ws overlay starts_with ascii chr
md5 sha224 sha256 sha384 sha512 encode decode to_hex quote_ident quote_literal quote_nullable regexp_match regexp_count
regexp_instr regexp_like regexp_substr regexp_replace regexp_matches regexp_split_to_array regexp_split_to_table
string_to_array string_to_table array_to_string similarity word_similarity strict_word_similarity unaccent
like_escape similar_escape similar_to_escape normalize
to_char to_date to_timestamp to_number date_part date_trunc date_bin extract age now timezone make_date make_time
make_timestamp make_timestamptz make_interval justify_days justify_hours justify_interval isfinite overlaps
transaction_timestamp statement_timestamp
coalesce nullif num_nulls num_nonnulls cast
array_length array_ndims array_lower array_upper array_position array_positions array_append array_prepend array_cat
array_remove array_replace array_dims cardinality unnest
json_array_elements jsonb_array_elements json_array_elements_text jsonb_array_elements_text json_array_length
jsonb_array_length json_each jsonb_each json_each_text jsonb_each_text json_object_keys jsonb_object_keys
json_extract_path jsonb_extract_path json_extract_path_text jsonb_extract_path_text json_typeof jsonb_typeof
json_build_object jsonb_build_object json_build_array jsonb_build_array to_json to_jsonb row_to_json array_to_json
json_strip_nulls jsonb_strip_nulls jsonb_pretty jsonb_path_exists jsonb_path_match jsonb_path_query
jsonb_path_query_array jsonb_path_query_first
lower_inc upper_inc lower_inf upper_inf isempty range_merge int4range int8range numrange tsrange tstzrange daterange
to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_rank_cd numnode
host family masklen network netmask broadcast
generate_series grouping
`;
export const allowedFunctions: ReadonlySet<string> = new Set(names.trim().split(/\s+/));

/** Types of values. Those that look up catalogs (regclass, regproc …), xml and pseudo-types are absent. */
const types = `
bool int2 int4 int8 numeric float4 float8 money text varchar bpchar char name bytea date time timetz timestamp
timestamptz interval uuid json jsonb inet cidr macaddr bit varbit tsvector tsquery int4range int8range numrange tsrange
tstzrange daterange smallint integer bigint decimal real
`;
export const allowedTypes: ReadonlySet<string> = new Set(types.trim().split(/\s+/));

/** Operators of values. `^` is absent: a large power takes time and memory that no timeout bounds. */
const operators = `
+ - * / % = <> != < > <= >= || ~~ !~~ ~~* !~~* ~ !~ ~* !~* & | # << >> @> <@ && -> ->> #> #>> ? ?| ?& @? @@ -|-
&< &> <-> <#> <% %> ~=
`;
export const allowedOperators: ReadonlySet<string> = new Set(operators.trim().split(/\s+/));

/** Of the values that need no parentheses, those of the clock; names of users, roles and catalogs are refused. */
export const allowedValueFunctions: ReadonlySet<string> = new Set(
  ['CURRENT_DATE', 'CURRENT_TIME', 'CURRENT_TIME_N', 'CURRENT_TIMESTAMP', 'CURRENT_TIMESTAMP_N']
    .concat(['LOCALTIME', 'LOCALTIME_N', 'LOCALTIMESTAMP', 'LOCALTIMESTAMP_N'])
    .map((it) => `SVFOP_${it}`),
);
