/**
 * Pictures of records. Lists omit them: the key `pictures` of a row names the fields that have a picture, and consoles
 * request each picture separately. A built-in picture is a column; pictures of added fields are in the record's JSON.
 */
import { type RawBuilder, sql } from 'kysely'
import { readableFields } from '../../../engine/access'
import type { CompiledConfig, CompiledField, CompiledResource } from '../../../engine/compiled'
import { storedKeys } from '../../../engine/stored'
import type { Extra } from '../schema'
import { type Tenant, tableRows } from '../tenancy'
import { extraOf, fieldsOfTable, tableOf } from './tables'

/** The key in rows of a list for the names of fields that have a picture. */
const PICTURES = 'pictures'

/** The column of a built-in picture; the field has the same name. */
export const IMAGE_COLUMN = 'img'
export type WithImage = 'clients' | 'vendors' | 'batches'
export const hasImageColumn = (resource: string): resource is WithImage =>
  fieldsOfTable(tableOf(resource)).picture === true

const picturesOf = (fields: readonly CompiledField[]) => fields.filter(({ type }) => type === 'image')

/** The picture fields that this level may read. */
export const readablePictures = (config: CompiledConfig, level: number, resource: CompiledResource) =>
  picturesOf(readableFields(config, level, resource))

/** The pictures that a list omits. */
export interface OmittedPictures {
  resource: string
  /** All picture fields. */
  fields: readonly CompiledField[]
  /** The fields to name in `pictures`: readable for the caller, and none if config has a field named `pictures`. */
  named: readonly CompiledField[]
}

export function omittedPictures(config: CompiledConfig, level: number, name: string): OmittedPictures {
  const resource = config.resources[name]
  if (!resource) return { resource: name, fields: [], named: [] }
  const hasOwnField = Object.hasOwn(resource.fields, PICTURES)
  return {
    resource: name,
    fields: picturesOf(Object.values(resource.fields)),
    named: hasOwnField ? [] : readablePictures(config, level, resource),
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

/** SQL for `pictures`; null if the resource has no picture fields. */
export function namesOfPictures(
  json: RawBuilder<unknown>,
  omitted: OmittedPictures | undefined,
): RawBuilder<string[] | null> {
  if (!omitted || omitted.named.length === 0) return sql<null>`null::text[]`
  const names = omitted.named.map(field => {
    const hasPicture = isInColumn(omitted.resource, field)
      ? sql`${sql.ref(`${omitted.resource}.${IMAGE_COLUMN}`)} is not null`
      : sql`${textIn(json, field)} <> ''`
    return sql`case when ${hasPicture} then ${field.name}::text end`
  })
  return sql<string[]>`array_remove(array[${sql.join(names)}], null)`
}

const isInColumn = (resource: string, { storage }: CompiledField) =>
  storage === 'contract' && hasImageColumn(resource)

/** A field of the record's JSON as text. */
const textIn = (json: RawBuilder<unknown>, field: CompiledField) =>
  sql<string | null>`coalesce(${sql.join(storedKeys(field).map(key => sql`${json} ->> ${key}::text`))})`

/** Adds `pictures` to the record if the resource has picture fields. */
export const withPictureNames = <Row extends object>(record: Row, names?: readonly string[] | null): Row =>
  names ? { ...record, [PICTURES]: names } : record

/** One picture of a record in scope, or `undefined`. */
export async function findPicture(
  tenant: Tenant,
  { name }: CompiledResource,
  id: string,
  field: CompiledField,
): Promise<string | undefined> {
  // Orders have no picture fields.
  if (name === 'orders') return undefined
  if (name !== 'devices' && !/^[1-9]\d{0,8}$/.test(id)) return undefined
  const { table, rows } = tableRows(tenant, name)
  const picture = isInColumn(name, field)
    ? sql.ref<string | null>(`${table}.${IMAGE_COLUMN}`)
    : textIn(extraOf(table), field)
  const record = await rows
    .where(sql<boolean>`${sql.ref(`${table}.id`)} = ${name === 'devices' ? id : Number(id)}`)
    .select(picture.as('picture'))
    .executeTakeFirst()
  return record?.picture ?? undefined
}

/** Pictures per query. */
const PICTURES_PER_QUERY = 20

/** Streams the pictures of a table in scope (decision 8), by record id. */
export async function* columnPictures(
  tenant: Tenant,
  table: WithImage,
): AsyncGenerator<{ id: number; img: string }> {
  const id = sql.ref<number>(`${table}.id`)
  const img = sql.ref<string>(`${table}.${IMAGE_COLUMN}`)
  for (let lastId = 0; ; ) {
    const rows = await tableRows(tenant, table)
      .rows.where(sql<boolean>`${img} is not null and ${id} > ${lastId}`)
      .select([id.as('id'), img.as('img')])
      .orderBy(id)
      .limit(PICTURES_PER_QUERY)
      .execute()
    // Older versions also stored URLs, which are not sent.
    yield* rows.filter(row => row.img.startsWith('data:'))
    if (rows.length < PICTURES_PER_QUERY) return
    lastId = rows.at(-1)!.id
  }
}
