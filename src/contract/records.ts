/**
 * Records in the dialect of ra-data-simple-rest (decision 28): models, bunches, order methods, and every
 * resource that config alone describes. Answers are the bare records, as that dialect has them; refusals are
 * `ErrorBody`. The levels here are the least there are: `access` of the resource's file asks for more.
 */
import Type, { type Static } from 'typebox'
import { get, post, put, remove } from './endpoint'
import { Id, Open, Time } from './envelope'

/** Beside what config names: the id, and when the record was made and changed. */
export const DescribedRecord = Open({ id: Type.Integer(), created: Time, updated: Time })
export type DescribedRecord = Static<typeof DescribedRecord>

/**
 * The keys that config names; other keys are dropped. `updated`, sent back, prevents overwriting another user's save.
 */
const DescribedInput = Type.Record(Type.String(), Type.Unknown())

/** Each is JSON: `["name","ASC"]`, `[0,24]` (first and last row), `{"name":"x","id":[1,2],"cost_gte":3,"q":"text"}`. */
export const DescribedQuery = Type.Object({
  sort: Type.Optional(Type.String({ maxLength: 200 })),
  range: Type.Optional(Type.String({ maxLength: 64 })),
  filter: Type.Optional(Type.String({ maxLength: 20_000 })),
})
export type DescribedQuery = Static<typeof DescribedQuery>

const Resource = Type.String({ maxLength: 64, description: 'The name of its file in config/resources' })
const ResourceParams = Type.Object({ resource: Resource })
const RecordParams = Type.Object({ resource: Resource, id: Id })

const Name = Type.String({ minLength: 1, maxLength: 200 })

const Counts = Type.Array(Type.Object({ resource: Name, count: Type.Integer({ minimum: 1 }) }))

/** What `onDelete` of config does to other records when one is deleted, by their resources. */
export const RemovalEffects = Type.Object({ deleted: Counts, cleared: Counts })
export type RemovalEffects = Static<typeof RemovalEffects>

/** What the console showed before a deletion: where the deletion would do something else by now, it is refused. */
export const AgreedRemoval = Type.Object({
  deleted: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Ours: so many records are deleted beside it, or 409' }),
  ),
  cleared: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Ours: so many records are emptied of it, or 409' }),
  ),
})
export type AgreedRemoval = Static<typeof AgreedRemoval>

const all = '/api/resources/{resource}'
const one = '/api/resources/{resource}/{id}'

export const records = {
  list: get(all, 'guest', {
    summary: 'A page of the records in reach; header Content-Range says which rows of how many',
    params: ResourceParams,
    query: DescribedQuery,
    answer: Type.Array(DescribedRecord),
    ours: true,
  }),
  get: get(one, 'guest', {
    summary: 'One record',
    params: RecordParams,
    answer: DescribedRecord,
    ours: true,
  }),
  create: post(all, 'client', {
    summary: 'Create a record',
    params: ResourceParams,
    body: DescribedInput,
    answer: DescribedRecord,
    ours: true,
  }),
  update: put(one, 'client', {
    summary: 'Change the fields of a record that are sent',
    params: RecordParams,
    body: DescribedInput,
    answer: DescribedRecord,
    ours: true,
  }),
  remove: remove(one, 'client', {
    summary: 'Delete a record; the answer is what it was',
    params: RecordParams,
    query: AgreedRemoval,
    answer: DescribedRecord,
    ours: true,
  }),
  removal: get('/api/removals/{resource}/{id}', 'guest', {
    summary: 'What the deletion of a record would delete and empty beside it; 409 as the deletion itself',
    params: Type.Object({ resource: Name, id: Name }),
    answer: RemovalEffects,
    ours: true,
  }),
}

/**
 * Pictures of records, each by itself. Rows of lists come without them and name, under `pictures`, the fields that have
 * one (where config has no field of that name).
 */
export const pictures = {
  get: get('/api/pictures/{resource}/{id}/{field}', 'guest', {
    summary: 'The picture that a record has in a field; with an ETag, to be asked again by If-None-Match',
    params: Type.Object({ resource: Name, id: Name, field: Name }),
    gives: 'file',
    ours: true,
  }),
}
