/**
 * Records in the dialect of ra-data-simple-rest (decision 28): models, bunches, order methods, and every resource that
 * is defined only in config. Responses are bare records, without envelope; errors are `ErrorBody`. The levels here are
 * minimums: `access` in the resource's file can require more.
 */
import Type, { type Static } from 'typebox'
import { get, post, put, remove } from './endpoint'
import { Envelope, Id, Open, Time } from './envelope'

/** A record: these fields, and the fields of config. */
export const DescribedRecord = Open({ id: Type.Integer(), created: Time, updated: Time })
export type DescribedRecord = Static<typeof DescribedRecord>

/**
 * The fields of config; other keys are dropped. If a save sends `updated` as it was read, it is refused when another
 * user has saved the record in the meantime.
 */
const DescribedInput = Type.Record(Type.String(), Type.Unknown())

/**
 * Each parameter is JSON. `sort`: `["name","ASC"]`; `range`: `[0,24]`, the first and the last row; `filter`:
 * `{"name":"x","id":[1,2],"cost_gte":3,"q":"text"}`.
 */
export const DescribedQuery = Type.Object(
  {
    sort: Type.Optional(Type.String({ maxLength: 200 })),
    range: Type.Optional(Type.String({ maxLength: 64 })),
    filter: Type.Optional(Type.String({ maxLength: 20_000 })),
  },
  { additionalProperties: false },
)
export type DescribedQuery = Static<typeof DescribedQuery>

const Resource = Type.String({ maxLength: 64, description: 'The name of its file in config/resources' })
const ResourceParams = Type.Object({ resource: Resource })
const RecordParams = Type.Object({ resource: Resource, id: Id })

const Name = Type.String({ minLength: 1, maxLength: 200 })

const Counts = Type.Array(Type.Object({ resource: Name, count: Type.Integer({ minimum: 1 }) }))

/** What a deletion does to other records (`onDelete` of config), by resource. */
export const RemovalEffects = Type.Object({ deleted: Counts, cleared: Counts })
export type RemovalEffects = Static<typeof RemovalEffects>

/** The effects of a deletion that the console has shown to the user. If they have changed, the deletion is refused. */
export const ExpectedRemoval = Type.Object({
  deleted: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Ours: expected number of other deleted records, else 409' }),
  ),
  cleared: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Ours: expected number of cleared references, else 409' }),
  ),
})
export type ExpectedRemoval = Static<typeof ExpectedRemoval>

/** The number of records that a filter finds. */
export const ViewCount = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  more: Type.Boolean({ description: 'Whether there are more than `count`' }),
})
export type ViewCount = Static<typeof ViewCount>

const listPath = '/api/resources/{resource}'
const recordPath = '/api/resources/{resource}/{id}'

export const records = {
  list: get(listPath, 'guest', {
    summary: 'A page of the records in the caller’s scope; header Content-Range has the rows and the total',
    params: ResourceParams,
    query: DescribedQuery,
    answer: Type.Array(DescribedRecord),
    ours: true,
  }),
  get: get(recordPath, 'guest', {
    summary: 'One record',
    params: RecordParams,
    answer: DescribedRecord,
    ours: true,
  }),
  create: post(listPath, 'client', {
    summary: 'Create a record',
    params: ResourceParams,
    body: DescribedInput,
    answer: DescribedRecord,
    ours: true,
  }),
  update: put(recordPath, 'client', {
    summary: 'Change the fields of a record that are sent',
    params: RecordParams,
    body: DescribedInput,
    answer: DescribedRecord,
    ours: true,
  }),
  remove: remove(recordPath, 'client', {
    summary: 'Delete a record; the response is the deleted record',
    params: RecordParams,
    query: ExpectedRemoval,
    answer: DescribedRecord,
    ours: true,
  }),
  counts: post('/api/counts/{resource}', 'guest', {
    summary:
      'How many records each filter of a list finds; null for a filter that the caller may not use. Not for orders',
    params: Type.Object({ resource: Name }),
    reads: true,
    body: Type.Object({ filters: Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 40 }) }),
    answer: Envelope(Type.Array(Type.Union([ViewCount, Type.Null()]))),
    ours: true,
  }),
  removal: get('/api/removals/{resource}/{id}', 'guest', {
    summary: 'What else the deletion of a record would delete or clear; 409 if the deletion would be refused',
    params: Type.Object({ resource: Name, id: Name }),
    answer: RemovalEffects,
    ours: true,
  }),
}

/**
 * Pictures of records, one per call. Rows of lists come without pictures; their key `pictures` names the fields that
 * have one (unless config has a field of that name).
 */
export const pictures = {
  get: get('/api/pictures/{resource}/{id}/{field}', 'guest', {
    summary: 'The picture in a field of a record; has an ETag, for If-None-Match',
    params: Type.Object({ resource: Name, id: Name, field: Name }),
    gives: 'file',
    ours: true,
  }),
}
