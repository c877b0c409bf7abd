import { sql } from 'kysely';
import type { Database } from '@/lib/server/db/database';

interface Column {
  table: string;
  name: string;
  type: string;
  required: boolean | number;
  fallback: string | null;
}

/** One rule beside the columns: a key, an index, a trigger, a function; `table` is empty for what belongs to none. */
interface Rule {
  table: string;
  text: string;
}

/**
 * The real schema of a database in words, as its own catalogue tells it: tables with columns, then keys, indexes and
 * triggers, sorted, so that a difference is one line of a diff.
 */
export async function describeSchema(database: Database): Promise<string> {
  const { columns, rules } = await (database.dialect.kind === 'libsql' ? readLibsql : readPostgres)(database);
  const tables = [...new Set(columns.map(({ table }) => table))].sort();
  const blocks = [...tables, ''].map((table) => {
    const lines = columns.filter((column) => column.table === table).map(columnInWords);
    const more = rules.filter((rule) => rule.table === table).map(({ text }) => oneLine(text));
    const body = [...lines, ...more.sort()].map((line) => `  ${line}\n`).join('');
    return body === '' ? '' : `${table === '' ? 'functions' : `table ${table}`}\n${body}`;
  });
  return blocks.filter((block) => block !== '').join('\n');
}

function columnInWords({ name, type, required, fallback }: Column): string {
  const more = [required ? 'not null' : 'null', ...(fallback === null ? [] : [`default ${fallback}`])];
  return `${name}: ${type}, ${more.join(', ')}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

async function readLibsql({ kysely }: Database): Promise<{ columns: Column[]; rules: Rule[] }> {
  const columns = await sql<Column>`
    select m.name as "table", c.name, lower(c.type) as type, c."notnull" as required, c.dflt_value as fallback
    from sqlite_master m join pragma_table_xinfo(m.name) c
    where m.type = 'table' and m.name not like 'sqlite_%' order by m.name, c.cid`.execute(kysely);
  const rules = await sql<Rule>`
    select m.name as "table", 'primary key (' || group_concat(c.name, ', ') || ')' as text
    from sqlite_master m join pragma_table_xinfo(m.name) c on c.pk > 0
    where m.type = 'table' and m.name not like 'sqlite_%' group by m.name
    union all
    select m.name, 'foreign key (' || f."from" || ') references ' || f."table" || ' (' || f."to" || ')'
      || ' on delete ' || lower(f.on_delete)
    from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table'
    union all
    select m.name, 'unique (' || (select group_concat(i.name, ', ') from pragma_index_xinfo(l.name) i where i.key) || ')'
    from sqlite_master m join pragma_index_list(m.name) l where m.type = 'table' and l.origin = 'u'
    union all
    select tbl_name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null`.execute(
    kysely,
  );
  return { columns: columns.rows, rules: rules.rows };
}

async function readPostgres({ kysely }: Database): Promise<{ columns: Column[]; rules: Rule[] }> {
  const columns = await sql<Column>`
    select t.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    where t.relkind in ('r', 'p') and t.relnamespace = current_schema()::regnamespace
    order by t.relname, a.attnum`.execute(kysely);
  const rules = await sql<Rule>`
    select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as text
    from pg_constraint where connamespace = current_schema()::regnamespace and conrelid <> 0 and contype <> 'n'
    union all
    select i.indrelid::regclass::text, pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class t on t.oid = i.indrelid and t.relnamespace = current_schema()::regnamespace
    where not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = i.indrelid)
    union all
    select g.tgrelid::regclass::text, pg_get_triggerdef(g.oid)
    from pg_trigger g join pg_class t on t.oid = g.tgrelid and t.relnamespace = current_schema()::regnamespace
    where not g.tgisinternal
    union all
    select '', pg_get_functiondef(oid) from pg_proc
    where pronamespace = current_schema()::regnamespace and prokind in ('f', 'p')`.execute(kysely);
  return { columns: columns.rows, rules: rules.rows };
}
