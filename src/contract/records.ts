/**
 * Records in the dialect of ra-data-simple-rest (decision 28): models, bunches, order methods, and every
 * resource that config alone describes. Answers are the bare records, as that dialect has them; refusals are `ErrorBody`.
 * The levels here are the least there are: `access` of the resource's file asks for more.
 */
import Type, { type Static } from 'typebox'
import { get, post, put, remove } from './endpoint'
import { Id, Open, Time } from './envelope'

/** Beside what config names: the id, and when the record was made and changed. */
export const KeptRecord = Open({ id: Type.Integer(), created: Time, updated: Time })
export type KeptRecord = Static<typeof KeptRecord>

/** The keys that config names; the rest is dropped. `updated`, sent back, refuses to overwrite what somebody else saved. */
export const KeptInput = Type.Record(Type.String(), Type.Unknown())
export type KeptInput = Static<typeof KeptInput>

/** Each is JSON: `["name","ASC"]`, `[0,24]` (first and last row), `{"name":"x","id":[1,2],"cost_gte":3,"q":"text"}`. */
export const KeptQuery = Type.Object({
  sort: Type.Optional(Type.String({ maxLength: 200 })),
  range: Type.Optional(Type.String({ maxLength: 64 })),
  filter: Type.Optional(Type.String({ maxLength: 20_000 })),
})
export type KeptQuery = Static<typeof KeptQuery>

const Resource = Type.String({ maxLength: 64, description: 'The name of its file in config/resources' })
const ResourceParams = Type.Object({ resource: Resource })
const RecordParams = Type.Object({ resource: Resource, id: Id })

const all = '/api/resources/{resource}'
const one = '/api/resources/{resource}/{id}'

export const records = {
  list: get(all, 'guest', {
    summary: 'A page of the records in reach; header Content-Range says which rows of how many',
    params: ResourceParams,
    query: KeptQuery,
    answer: Type.Array(KeptRecord),
    ours: true,
  }),
  get: get(one, 'guest', {
    summary: 'One record',
    params: RecordParams,
    answer: KeptRecord,
    ours: true,
  }),
  create: post(all, 'client', {
    summary: 'Create a record',
    params: ResourceParams,
    body: KeptInput,
    answer: KeptRecord,
    ours: true,
  }),
  update: put(one, 'client', {
    summary: 'Change the fields of a record that are sent',
    params: RecordParams,
    body: KeptInput,
    answer: KeptRecord,
    ours: true,
  }),
  remove: remove(one, 'client', {
    summary: 'Delete a record; the answer is what it was',
    params: RecordParams,
    answer: KeptRecord,
    ours: true,
  }),
}

const Name = Type.String({ minLength: 1, maxLength: 200 })

/**
 * Pictures of records, each by itself. Rows of lists come without them and name, under `pictures`, the fields that have one (where
 * config has no field of that name).
 */
export const pictures = {
  get: get('/api/pictures/{resource}/{id}/{field}', 'guest', {
    summary: 'The picture that a record has in a field; with an ETag, to be asked again by If-None-Match',
    params: Type.Object({ resource: Name, id: Name, field: Name }),
    gives: 'file',
    ours: true,
  }),
}
