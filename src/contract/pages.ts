/**
 * Lists that §7 returns whole and our server also page by page (decision 38). Without `page_index` and `page_limit`
 * the response has every record; with one of them it has one page and `count`. A server that has only the calls of §7
 * ignores the query and returns no `count`.
 */
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { Envelope, Open } from './envelope'

const Positive = { minimum: 1, maximum: 1_000_000_000 }

/** The requested page; the whole list if both keys are absent. */
const PAGE_KEYS = {
  page_index: Type.Optional(Type.Integer({ ...Positive, description: 'The page, counted from 1' })),
  page_limit: Type.Optional(Type.Integer({ ...Positive, description: 'Rows per page; 20 if absent' })),
}

/** The page keys of a list that is always returned page by page. @param rows the default number of rows per page */
export const pageKeys = (rows: number) => ({
  page_index: Type.Optional(Type.Integer({ ...Positive, default: 1 })),
  page_limit: Type.Optional(Type.Integer({ ...Positive, default: rows })),
})

export const Ascending = Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1)], { default: 1 }))

/** Numbers separated by commas, such as `3,7`. */
export const Ids = (description: string) =>
  Type.Optional(Type.String({ maxLength: 16_000, pattern: '^[0-9]+(,[0-9]+)*$', description }))

const LIST_KEYS = {
  ...PAGE_KEYS,
  order_by: Type.Optional(Type.String({ maxLength: 64, description: 'Ours: a field of the record' })),
  ascending: Ascending,
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Ours: text to find in the fields that config names' }),
  ),
  ids: Ids('Ours: only these records, such as `3,7`'),
}

/**
 * Further keys are filters of config and names of fields. With the suffix `_gte` or `_lte`, the name of a number or
 * time field bounds its value. The server refuses all other keys.
 */
export const PagedQuery = <Properties extends TProperties>(properties: Properties) =>
  Open({ ...LIST_KEYS, ...properties })

export const ListQuery = PagedQuery({})
export type ListQuery = Static<typeof ListQuery>

/** The response: records, and `count` if a page was requested. */
export const Listed = <Row extends TSchema>(row: Row) =>
  Type.Object({
    ...Envelope(Type.Array(row)).properties,
    count: Type.Optional(
      Type.Integer({
        description: 'Ours: how many records match on all pages; only if a page was requested',
      }),
    ),
  })
