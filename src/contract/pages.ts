/**
 * Lists that §7 gives whole and that our server also gives page by page (decision 38). Without `page_index` and
 * `page_limit` the answer holds every record; with either it holds one page and `count`. A basic server ignores the
 * query, and its answer has no `count`.
 */
import Type, { type Static, type TProperties, type TSchema } from 'typebox'
import { Envelope, Open } from './envelope'

const Positive = { minimum: 1, maximum: 1_000_000_000 }

/** The page that is asked for; the whole list where neither key is given. */
export const PAGE_KEYS = {
  page_index: Type.Optional(Type.Integer({ ...Positive, description: 'The page, from 1' })),
  page_limit: Type.Optional(Type.Integer({ ...Positive, description: 'Rows of a page, 20 if absent' })),
}

/** The same of a list that always comes page by page. */
export const pageKeys = (rows: number) => ({
  page_index: Type.Optional(Type.Integer({ ...Positive, default: 1 })),
  page_limit: Type.Optional(Type.Integer({ ...Positive, default: rows })),
})

export const Ascending = Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1)], { default: 1 }))

/** Numbers between commas, such as `3,7`. */
export const Ids = (description: string) =>
  Type.Optional(Type.String({ maxLength: 16_000, pattern: '^[0-9]+(,[0-9]+)*$', description }))

const LIST_KEYS = {
  ...PAGE_KEYS,
  order_by: Type.Optional(Type.String({ maxLength: 64, description: 'Ours: a field of the record' })),
  ascending: Ascending,
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Ours: text that a field holds; which fields, config says' }),
  ),
  ids: Ids('Ours: these records alone, such as `3,7`'),
}

/**
 * Further keys are the filters that config gives the list, and names of fields, with `_gte` or `_lte` behind a number
 * or time; the server refuses the rest.
 */
export const PagedQuery = <Properties extends TProperties>(own: Properties) => Open({ ...LIST_KEYS, ...own })

export const ListQuery = PagedQuery({})
export type ListQuery = Static<typeof ListQuery>

/** Records with `count` when a page was asked for. */
export const Listed = <Row extends TSchema>(row: Row) =>
  Type.Object({
    ...Envelope(Type.Array(row)).properties,
    count: Type.Optional(
      Type.Integer({ description: 'Ours: how many match, on all pages; only with a page' }),
    ),
  })
