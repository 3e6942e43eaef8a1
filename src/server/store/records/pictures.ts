/**
 * Pictures of records, in lists: they are never read, and `pictures` says which fields of a row have one (`onePicture` reads it). Those
 * of the product lie in a column, those of fields that config added in the JSON of the record.
 */
import { type RawBuilder, sql } from 'kysely'
import { readableFields } from '../../../engine/access'
import type { CompiledConfig, CompiledField, CompiledResource } from '../../../engine/compiled'
import type { Extra } from '../schema'

/** Under this key a row of a list names the fields that have a picture. */
export const PICTURES = 'pictures'

/** Tables of the product with a column for a picture, which is called as its field. */
export const COLUMN = 'img'
export const WITH_COLUMN = ['clients', 'vendors', 'batches'] as const
export type WithColumn = (typeof WITH_COLUMN)[number]
export const hasColumn = (resource: string): resource is WithColumn =>
  (WITH_COLUMN as readonly string[]).includes(resource)

const picturesOf = (fields: readonly CompiledField[]) => fields.filter(({ type }) => type === 'image')

/** The fields with pictures that this level may see. */
export const readablePictures = (config: CompiledConfig, level: number, resource: CompiledResource) =>
  picturesOf(readableFields(config, level, resource))

/** What a list is read without, and what it says in place of it. */
export interface Unread {
  resource: string
  /** All pictures of the resource. */
  left: readonly CompiledField[]
  /** Those that the caller may know about; nothing is said where config has a field of that name itself. */
  named: readonly CompiledField[]
}

export function unreadPictures(config: CompiledConfig, level: number, name: string): Unread {
  const resource = config.resources[name]
  if (!resource) return { resource: name, left: [], named: [] }
  const taken = Object.hasOwn(resource.fields, PICTURES)
  return {
    resource: name,
    left: picturesOf(Object.values(resource.fields)),
    named: taken ? [] : readablePictures(config, level, resource),
  }
}

/** The JSON of a record without its pictures. */
export function withoutPictures(json: RawBuilder<Extra>, unread: Unread | undefined): RawBuilder<Extra> {
  let rest = json
  for (const path of (unread?.left ?? []).flatMap(pathsOf)) rest = sql<Extra>`(${rest} #- ${path}::text[])`
  return rest
}

/** The names of the fields that have a picture; nothing where the resource has no such fields. */
export function namesOfPictures(
  json: RawBuilder<unknown>,
  unread: Unread | undefined,
): RawBuilder<string[] | null> {
  if (!unread || unread.named.length === 0) return sql<null>`null::text[]`
  const names = unread.named.map(field => {
    const there =
      field.stored === 'contract' && hasColumn(unread.resource)
        ? sql`${sql.ref(`${unread.resource}.${COLUMN}`)} is not null`
        : sql`${textIn(json, field)} <> ''`
    return sql`case when ${there} then ${field.name}::text end`
  })
  return sql<string[]>`array_remove(array[${sql.join(names)}], null)`
}

/** A row with the names of its pictures, where its resource has such fields. */
export interface Marked {
  pictures?: readonly string[] | null
}

/** Puts the names into what is shown of a row. */
export const markPictures = <Shown extends object>(shown: Shown, names: Marked['pictures']): Shown =>
  names ? { ...shown, [PICTURES]: names } : shown

/** Where a field's value may stand: under its name or, of a record of config alone, within objects; and under its former name. */
function pathsOf({ name, renamedFrom }: CompiledField): string[][] {
  const names = [name, ...(renamedFrom === undefined ? [] : [renamedFrom])]
  return names.flatMap(one => (one.includes('.') ? [[one], one.split('.')] : [[one]]))
}

/** The text that a field has in the JSON of its record. */
export const textIn = (json: RawBuilder<unknown>, field: CompiledField) =>
  sql<string | null>`coalesce(${sql.join(pathsOf(field).map(path => sql`${json} #>> ${path}::text[]`))})`
