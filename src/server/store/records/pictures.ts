/**
 * Pictures of records. Lists do not read them: `pictures` says which fields of a row have one, and each is asked for by
 * itself. Those of the product lie in a column, those of fields that config added in the JSON of the record.
 */
import { type RawBuilder, sql } from 'kysely'
import { readableFields } from '../../../engine/access'
import type { CompiledConfig, CompiledField, CompiledResource } from '../../../engine/compiled'
import { storedKeys } from '../../../engine/stored'
import type { Extra } from '../schema'
import { type Tenant, tableRows } from '../tenancy'
import { extraOf, fieldsOfTable, tableOf } from './tables'

/** Under this key a row of a list names the fields that have a picture. */
const PICTURES = 'pictures'

/** The column for a picture is called as its field. */
export const IMAGE_COLUMN = 'img'
export type WithImage = 'clients' | 'vendors' | 'batches'
export const hasImageColumn = (resource: string): resource is WithImage =>
  fieldsOfTable(tableOf(resource)).picture === true

const picturesOf = (fields: readonly CompiledField[]) => fields.filter(({ type }) => type === 'image')

/** The fields with pictures that this level may see. */
export const readablePictures = (config: CompiledConfig, level: number, resource: CompiledResource) =>
  picturesOf(readableFields(config, level, resource))

/** The pictures that a list does not read. */
export interface OmittedPictures {
  resource: string
  /** All of the resource. */
  fields: readonly CompiledField[]
  /** The fields that the caller may know about; none where config has a field `pictures` itself. */
  named: readonly CompiledField[]
}

export function omittedPictures(config: CompiledConfig, level: number, name: string): OmittedPictures {
  const resource = config.resources[name]
  if (!resource) return { resource: name, fields: [], named: [] }
  const taken = Object.hasOwn(resource.fields, PICTURES)
  return {
    resource: name,
    fields: picturesOf(Object.values(resource.fields)),
    named: taken ? [] : readablePictures(config, level, resource),
  }
}

/** The JSON of a record without its pictures. */
export function withoutPictures(
  json: RawBuilder<Extra>,
  omitted: OmittedPictures | undefined,
): RawBuilder<Extra> {
  const keys = (omitted?.fields ?? []).flatMap(field => [...storedKeys(field)])
  return keys.length === 0 ? json : sql<Extra>`(${json} - ${keys}::text[])`
}

/** The names of the fields that have a picture; nothing where the resource has no such fields. */
export function namesOfPictures(
  json: RawBuilder<unknown>,
  omitted: OmittedPictures | undefined,
): RawBuilder<string[] | null> {
  if (!omitted || omitted.named.length === 0) return sql<null>`null::text[]`
  const names = omitted.named.map(field => {
    const there = isColumn(omitted.resource, field)
      ? sql`${sql.ref(`${omitted.resource}.${IMAGE_COLUMN}`)} is not null`
      : sql`${textIn(json, field)} <> ''`
    return sql`case when ${there} then ${field.name}::text end`
  })
  return sql<string[]>`array_remove(array[${sql.join(names)}], null)`
}

const isColumn = (resource: string, { storage }: CompiledField) =>
  storage === 'contract' && hasImageColumn(resource)

/** The text that a field has in the JSON of its record. */
const textIn = (json: RawBuilder<unknown>, field: CompiledField) =>
  sql<string | null>`coalesce(${sql.join(storedKeys(field).map(key => sql`${json} ->> ${key}::text`))})`

/** Puts the names of the pictures into the record of a row, where its resource has such fields. */
export const withPictureNames = <Row extends object>(record: Row, names?: readonly string[] | null): Row =>
  names ? { ...record, [PICTURES]: names } : record

/** One picture of a record in scope; `undefined` where there is none. */
export async function findPicture(
  tenant: Tenant,
  { name }: CompiledResource,
  id: string,
  field: CompiledField,
): Promise<string | undefined> {
  // No pictures are added to orders.
  if (name === 'orders') return undefined
  if (name !== 'devices' && !/^[1-9]\d{0,8}$/.test(id)) return undefined
  const { table, rows } = tableRows(tenant, name)
  const picture = isColumn(name, field)
    ? sql.ref<string | null>(`${table}.${IMAGE_COLUMN}`)
    : textIn(extraOf(table), field)
  const found = await rows
    .where(sql<boolean>`${sql.ref(`${table}.id`)} = ${name === 'devices' ? id : Number(id)}`)
    .select(picture.as('picture'))
    .executeTakeFirst()
  return found?.picture ?? undefined
}

/** Pictures that one query reads. */
const STEP = 20

/** The pictures of a table in scope (decision 8), in the order of the records; read as they are taken. */
export async function* columnPictures(
  tenant: Tenant,
  table: WithImage,
): AsyncGenerator<{ id: number; img: string }> {
  const [id, img] = [sql.ref<number>(`${table}.id`), sql.ref<string>(`${table}.${IMAGE_COLUMN}`)]
  for (let last = 0; ; ) {
    const rows = await tableRows(tenant, table)
      .rows.where(sql<boolean>`${img} is not null and ${id} > ${last}`)
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
