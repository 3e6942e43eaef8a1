/** Changes and removals of many records at once: our own calls, beyond §7. */
import Type, { type Static } from 'typebox'
import { DeviceHit } from './devices'
import { get, post, remove } from './endpoint'
import { Acknowledgement, Envelope } from './envelope'

/** `change` sets fields; `remove` deletes the records. */
const BULK_KINDS = ['change', 'remove'] as const

/** Stages of a change: find the records, validate them, store everything in one transaction. */
const BULK_STAGES = ['choosing', 'checking', 'applying', 'done'] as const
export type BulkStage = (typeof BULK_STAGES)[number]

/** How long a change can be undone, in seconds. */
export const UNDO_SECONDS = 60

/** The filter of the list, with the keys of its calls. */
const BulkFilter = Type.Record(Type.String({ maxLength: 200 }), Type.Unknown())

/** The number of a record, or the IMEI of a device. */
const Key = Type.String({ pattern: '^[0-9]{1,15}$' })

/** Which records: by id, or all that match a filter; and how many the sender expects. */
const choiceKeys = {
  ids: Type.Optional(Type.Array(Key, { maxItems: 100_000, minItems: 1 })),
  filter: Type.Optional(BulkFilter),
  expected: Type.Integer({
    minimum: 0,
    description: 'The expected number of records; any other is refused with 409 `bulk.changed` and `found`',
  }),
}

const BulkChoice = Type.Object(choiceKeys)
export type BulkChoice = Static<typeof BulkChoice>

/** A name that the sender makes up; the calls for progress, cancelling and undo use it. */
const BulkName = Type.String({ pattern: '^[\\w-]{8,64}$' })

export const BulkSheet = Type.Object({
  ...choiceKeys,
  name: BulkName,
  kind: Type.Enum([...BULK_KINDS]),
  leaveOut: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'The expected number of records that the change does not fit; these records are left out. With another number, or without this key, such records make the request fail',
    }),
  ),
  values: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'For `change`: the fields to set, as when saving one record',
    }),
  ),
})
export type BulkSheet = Static<typeof BulkSheet>

export const BulkDone = Type.Object({
  records: Type.Integer({ description: 'How many were changed or removed' }),
  undoSeconds: Type.Integer({ description: 'For how long it can be undone; 0 if it cannot' }),
})
export type BulkDone = Static<typeof BulkDone>

export const BulkProgress = Type.Object({
  stage: Type.Enum([...BULK_STAGES]),
  done: Type.Integer(),
  total: Type.Integer(),
  result: Type.Optional(BulkDone),
})
export type BulkProgress = Static<typeof BulkProgress>

export const BulkUndone = Type.Object({
  restored: Type.Integer(),
  left: Type.Integer({ description: 'How many were not restored because they have been changed since' }),
  names: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'The first records that were not restored; the name is empty if the record was deleted',
  }),
})
export type BulkUndone = Static<typeof BulkUndone>

const FieldValues = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))
export type FieldValues = Static<typeof FieldValues>

/** Values of the fields on which the choices of other fields depend. */
const ChosenValues = Type.Object({
  shared: Type.Unsafe<FieldValues>({
    ...FieldValues,
    description: 'By field; a field is absent if the records differ in it',
  }),
  usual: Type.Unsafe<FieldValues>({
    ...FieldValues,
    description: 'The values that most records have together',
  }),
})
export type ChosenValues = Static<typeof ChosenValues>

const Resource = Type.String({ maxLength: 64, description: 'The name of its file in config/resources' })
const resourceParams = Type.Object({ resource: Resource })
const params = Type.Object({ resource: Resource, name: BulkName })
const path = '/api/bulk/{resource}'
const changePath = '/api/bulk/{resource}/{name}'

export const bulk = {
  change: post(path, 'client', {
    summary:
      'Change or remove many records, all or none; a repeat with the same name has no further effect. Not for orders and the history',
    ours: true,
    params: resourceParams,
    body: BulkSheet,
    answer: Envelope(BulkDone),
  }),
  progress: get(changePath, 'client', {
    summary: 'The progress of a change that the caller started',
    ours: true,
    params,
    answer: Envelope(BulkProgress),
  }),
  cancel: remove(changePath, 'client', {
    summary:
      'Cancel a change that the caller started; the response to the change shows if it was cancelled (409 `bulk.cancelled`) or done',
    ours: true,
    params,
    answer: Acknowledgement,
  }),
  undo: post('/api/bulk/{resource}/{name}/undo', 'client', {
    summary: 'Undo a change; records that were changed since stay as they are',
    ours: true,
    params,
    answer: Envelope(BulkUndone),
  }),
  values: post('/api/bulk/{resource}/values', 'client', {
    summary: 'The values of the chosen records in fields on which the choices of other fields depend',
    ours: true,
    reads: true,
    params: resourceParams,
    body: BulkChoice,
    answer: Envelope(ChosenValues),
  }),
  targets: post('/api/devices/bulk/targets', 'client', {
    summary: 'The chosen devices, as targets of an order',
    ours: true,
    reads: true,
    body: BulkChoice,
    answer: Envelope(Type.Array(DeviceHit)),
  }),
}
