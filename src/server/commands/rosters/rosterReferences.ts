/** Resolves added reference fields of a roster: cells hold the name or the id of a record. */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledConfig, CompiledField } from '../../../engine/compiled'
import type { RosterReader } from '../../../engine/roster'
import { recordsNamed } from '../../store/records/references'
import type { CellRow } from './rosterProblems'
import type { StagedWork } from './rosterStaging'

interface Resolution {
  header: Pick<RosterReader, 'has'>
  config: CompiledConfig
  /** Receives the cells that match no record, or several. */
  problems: { limit: number; addCells(cells: readonly CellRow[]): void }
}

/**
 * Replaces names by ids. A record matches if it is in scope, belongs to the device's vendor or the provider, and agrees
 * with the fields that the reference depends on (`dependsOn`).
 */
export async function resolveReferences(work: StagedWork, resolution: Resolution): Promise<void> {
  const { header, config } = resolution
  const fields = Object.values(config.resources.devices?.fields ?? {}).filter(
    field => field.storage === 'extra' && field.type === 'reference' && header.has(field.name),
  )
  for (const field of sortByDependency(fields)) await resolveField(work, field, resolution)
}

/** Sorts references so that each comes after the references that it depends on. Those in a circle have any order. */
export function sortByDependency(fields: readonly CompiledField[]): CompiledField[] {
  const order = new Set<CompiledField>()
  const visit = (field: CompiledField, path: readonly CompiledField[]) => {
    for (const name of Object.values(field.dependsOn ?? {})) {
      const other = fields.find(candidate => candidate.name === name)
      if (other && !path.includes(other)) visit(other, [...path, other])
    }
    order.add(field)
  }
  for (const field of fields) visit(field, [field])
  return [...order]
}

/** SQL for the ids of the built-in fields of a row, from `n` (`roster_names`), where names are resolved already. */
const BUILT_IN: Readonly<Record<string, RawBuilder<unknown>>> = {
  vendor: sql`n.vendor_id`,
  client: sql`n.client_id`,
  model_id: sql`n.model_id`,
  batch_id: sql`n.batch_id`,
  bunch_id: sql`n.bunch_id`,
}

/** Resolves the cells of one reference field; `roster_choices` holds the candidates and `roster_cells` the results. */
async function resolveField(
  { tx, tenant, staging: { table } }: StagedWork,
  { name, reference, dependsOn = {} }: CompiledField,
  { config, problems }: Omit<Resolution, 'header'>,
): Promise<void> {
  const narrowed = Object.keys(dependsOn)
  // The columns `within_0` … of both tables hold the values of the fields on which the reference depends.
  const within = narrowed.map((_, index) => sql.ref(`within_${index}`))
  // The text of the cell, from the staged row `s`.
  const text = sql`(s.extra ->> ${sql.lit(name)})`
  const dependencies = Object.values(dependsOn).map((other, index) => {
    const value = BUILT_IN[other] ?? sql`s.extra ->> ${sql.lit(other)}`
    return sql`, (${value})::text as ${within[index]!}`
  })
  const withinColumns = within.length > 0 ? sql`, ${sql.join(within)}` : sql``
  const sameDependencies = (left: string, right: string) =>
    sql.join(
      [
        sql`true`,
        ...within.map(
          (_, index) => sql`${sql.ref(`${left}.within_${index}`)} = ${sql.ref(`${right}.within_${index}`)}`,
        ),
      ],
      sql` and `,
    )
  const rows = recordsNamed(tenant, config, reference!, {
    texts: sql`select lower(${text}) from ${table} s where ${text} is not null`,
    narrowed,
  })
  await sql`drop table if exists roster_choices, roster_cells`.execute(tx)
  await sql`create temporary table roster_choices on commit drop as ${rows}`.execute(tx)
  // A cell matches by name, among the records of the device's vendor (own) and of the provider (shared); if no record
  // has that name, it matches by id.
  await sql`
    create temporary table roster_cells on commit drop as
    with cells as (
      select s.line, n.vendor_id as vendor, lower(${text}) as text${sql.join(dependencies, sql``)}
      from ${table} s join roster_names n using (vendor, client, model, batch, bunch)
      where ${text} is not null),
    named as (
      select lower(name) as text, owner${withinColumns}, min(id) as id, count(*) as number
      from roster_choices group by lower(name), owner${withinColumns})
    select c.line, coalesce(own.id, shared.id, by_id.id) as id,
      coalesce(own.number + shared.number, own.number, shared.number, case when by_id.id is not null then 1 end, 0) as number
    from cells c
    left join named own on own.text = c.text and own.owner = c.vendor and own.owner <> 0 and ${sameDependencies('own', 'c')}
    left join named shared on shared.text = c.text and shared.owner = 0 and ${sameDependencies('shared', 'c')}
    left join roster_choices by_id on by_id.id = c.text and by_id.owner in (0, c.vendor) and ${sameDependencies('by_id', 'c')}`.execute(
    tx,
  )
  const id = reference === 'devices' ? sql`r.id` : sql`r.id::integer`
  const { rows: unresolved } = await sql<CellRow>`
    select s.line, ${sql.lit(name)} as field, ${text} as value, (count(*) over ())::integer as total,
      case when r.number = 0 then 'referenceUnknown' else 'referenceAmbiguous' end as code
    from ${table} s join roster_cells r using (line)
    where r.number <> 1 order by s.line limit ${sql.lit(problems.limit)}`.execute(tx)
  problems.addCells(unresolved)
  await sql`
    update ${table} s set extra = s.extra || jsonb_build_object(${sql.lit(name)}, ${id})
    from roster_cells r where r.line = s.line and r.number = 1`.execute(tx)
}
