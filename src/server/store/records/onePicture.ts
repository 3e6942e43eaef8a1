/** Pictures of records, where they are asked for: one, or those of a table one after the other. */
import { sql } from 'kysely'
import type { CompiledField, CompiledResource } from '../../../engine/compiled'
import type { Tenant } from '../tenancy'
import { COLUMN, hasColumn, textIn, type WithColumn } from './pictures'
import { recordRows } from './rows'

/** One picture of a record in reach; `undefined` where there is none. */
export async function findPicture(
  tenant: Tenant,
  resource: CompiledResource,
  id: string,
  field: CompiledField,
): Promise<string | undefined> {
  const { name } = resource
  const own = resource.dialect === 'console'
  // Nothing is added to orders.
  if (name === 'orders') return undefined
  if (name !== 'devices' && !/^[1-9]\d{0,8}$/.test(id)) return undefined
  const value =
    field.stored === 'contract' && hasColumn(name)
      ? sql<string | null>`${sql.ref(`${name}.${COLUMN}`)}`
      : textIn(own ? sql`${sql.ref(`${name}.extra`)}` : sql`"row".data`, field)
  // Each of these tables is its tenant's part, whose columns do not matter here.
  const rows = own ? tenant[name as WithColumn]() : recordRows(tenant, name)
  const found = await (rows as ReturnType<Tenant['clients']>)
    .where(sql<boolean>`${sql.ref(own ? `${name}.id` : 'row.id')} = ${name === 'devices' ? id : Number(id)}`)
    .select(value.as('picture'))
    .executeTakeFirst()
  return found?.picture ?? undefined
}

/** So many are in memory at once. */
const STEP = 20

/** The pictures of a table in reach (decision 8), in the order of the records; read as they are taken. */
export async function* columnPictures(
  tenant: Tenant,
  table: WithColumn,
): AsyncGenerator<{ id: number; img: string }> {
  const [id, img] = [sql.ref<number>(`${table}.id`), sql.ref<string>(`${table}.${COLUMN}`)]
  for (let last = 0; ; ) {
    const rows = await (tenant[table]() as ReturnType<Tenant['clients']>)
      .where(sql<boolean>`${img} is not null and ${id} > ${last}`)
      .select([id.as('id'), img.as('img')])
      .orderBy(id)
      .limit(STEP)
      .execute()
    // What older versions took may point elsewhere.
    yield* rows.filter(row => row.img.startsWith('data:'))
    if (rows.length < STEP) return
    last = rows.at(-1)!.id
  }
}
