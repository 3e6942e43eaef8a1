/** The references that config adds to devices: a roster names records, by what they are called or by their id. */
import { type RawBuilder, sql } from 'kysely'
import type { CompiledConfig, CompiledField } from '../../../engine/compiled'
import type { RosterReader } from '../../../engine/roster'
import { referables } from '../../store/records/references'
import type { CellRow } from './rosterProblems'
import type { StagedWork } from './rosterStaging'

interface Finding {
  header: Pick<RosterReader, 'has'>
  config: CompiledConfig
  /** Takes the cells that name no record, or several. */
  problems: { room: number; addCells(cells: readonly CellRow[]): void }
}

/**
 * Puts ids in place of the names, each of a record in scope, of the device's vendor or the provider, that agrees with
 * what the reference depends on.
 */
export async function findReferences(work: StagedWork, finding: Finding): Promise<void> {
  const { header, config } = finding
  const fields = Object.values(config.resources.devices?.fields ?? {}).filter(
    field => field.storage === 'extra' && field.type === 'reference' && header.has(field.name),
  )
  for (const field of behindOthers(fields)) await findOne(work, field, finding)
}

/** A reference that depends on another one comes behind it. */
export function behindOthers(fields: readonly CompiledField[]): CompiledField[] {
  const order = new Set<CompiledField>()
  const visit = (field: CompiledField, begun: readonly CompiledField[]) => {
    for (const name of Object.values(field.dependsOn ?? {})) {
      const other = fields.find(one => one.name === name)
      if (other && !begun.includes(other)) visit(other, [...begun, other])
    }
    order.add(field)
  }
  for (const field of fields) visit(field, [field])
  return [...order]
}

/** What a row has that is no field of config's own: ids, found by the names that the sheet gives. */
const FOUND: Readonly<Record<string, RawBuilder<unknown>>> = {
  vendor: sql`n.vendor_id`,
  client: sql`n.client_id`,
  model_id: sql`n.model_id`,
  batch_id: sql`n.batch_id`,
  bunch_id: sql`n.bunch_id`,
}

async function findOne(
  { tx, tenant, staging: { table } }: StagedWork,
  { name, reference, dependsOn = {} }: CompiledField,
  { config, problems }: Omit<Finding, 'header'>,
): Promise<void> {
  const narrowed = Object.keys(dependsOn)
  const within = narrowed.map((_, at) => sql.ref(`within_${at}`))
  const text = sql`(s.extra ->> ${sql.lit(name)})`
  const held = Object.values(dependsOn).map((other, at) => {
    const value = FOUND[other] ?? sql`s.extra ->> ${sql.lit(other)}`
    return sql`, (${value})::text as ${within[at]!}`
  })
  const also = within.length > 0 ? sql`, ${sql.join(within)}` : sql``
  const same = (one: string, other: string) =>
    sql.join(
      [
        sql`true`,
        ...within.map(
          (_, at) => sql`${sql.ref(`${one}.within_${at}`)} = ${sql.ref(`${other}.within_${at}`)}`,
        ),
      ],
      sql` and `,
    )
  const rows = referables(tenant, config, reference!, {
    texts: sql`select lower(${text}) from ${table} s where ${text} is not null`,
    narrowed,
  })
  await sql`drop table if exists roster_choices, roster_cells`.execute(tx)
  await sql`create temporary table roster_choices on commit drop as ${rows}`.execute(tx)
  // By name; where nothing is called so, by id.
  await sql`
    create temporary table roster_cells on commit drop as
    with cells as (
      select s.line, n.vendor_id as vendor, lower(${text}) as text${sql.join(held, sql``)}
      from ${table} s join roster_names n using (vendor, client, model, batch, bunch)
      where ${text} is not null),
    called as (
      select lower(name) as text, owner${also}, min(id) as id, count(*) as number
      from roster_choices group by lower(name), owner${also})
    select c.line, coalesce(own.id, shared.id, by_id.id) as id,
      coalesce(own.number + shared.number, own.number, shared.number, case when by_id.id is not null then 1 end, 0) as number
    from cells c
    left join called own on own.text = c.text and own.owner = c.vendor and own.owner <> 0 and ${same('own', 'c')}
    left join called shared on shared.text = c.text and shared.owner = 0 and ${same('shared', 'c')}
    left join roster_choices by_id on by_id.id = c.text and by_id.owner in (0, c.vendor) and ${same('by_id', 'c')}`.execute(
    tx,
  )
  const id = reference === 'devices' ? sql`r.id` : sql`r.id::integer`
  const { rows: lost } = await sql<CellRow>`
    select s.line, ${sql.lit(name)} as field, ${text} as value, (count(*) over ())::integer as total,
      case when r.number = 0 then 'referenceUnknown' else 'referenceAmbiguous' end as code
    from ${table} s join roster_cells r using (line)
    where r.number <> 1 order by s.line limit ${sql.lit(problems.room)}`.execute(tx)
  problems.addCells(lost)
  await sql`
    update ${table} s set extra = s.extra || jsonb_build_object(${sql.lit(name)}, ${id})
    from roster_cells r where r.line = s.line and r.number = 1`.execute(tx)
}
