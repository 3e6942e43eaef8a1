/** Changes and removals of many devices at once: our own calls, beyond §7. */
import Type, { type Static } from 'typebox'
import { DeviceHit, DeviceQuery } from './devices'
import { get, post, remove } from './endpoint'
import { Acknowledgement, Envelope } from './envelope'

/** `change` sets fields, including batch and client; `remove` deletes the devices. */
const BULK_KINDS = ['change', 'remove'] as const

/** Stages of a change: find the devices, validate them, store everything in one statement. */
const BULK_STAGES = ['choosing', 'checking', 'applying', 'done'] as const
export type BulkStage = (typeof BULK_STAGES)[number]

/** How long a change can be undone, in seconds. */
export const UNDO_SECONDS = 60

/** The query of the device list without its page, order and ids. */
const {
  page_index,
  page_limit,
  order_by,
  ascending,
  draw,
  level,
  ids: _ids,
  ...listFilters
} = DeviceQuery.properties

/** The filter of the device list: keys of its query, and filters that config adds. */
const BulkFilter = Type.Object(listFilters, {
  additionalProperties: Type.Union([Type.String(), Type.Number()]),
})

const Imei = Type.String({ pattern: '^[0-9]{15}$' })

/** Which devices: by id, or all that match a filter; and how many the sender expects. */
const choiceKeys = {
  ids: Type.Optional(Type.Array(Imei, { maxItems: 100_000, minItems: 1 })),
  filter: Type.Optional(BulkFilter),
  expected: Type.Integer({
    minimum: 0,
    description: 'The expected number of devices; any other is refused with 409 `bulk.changed` and `found`',
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
        'For `change`: the expected number of devices that the values do not fit; these devices are left out. With another number, or without this key, such devices make the request fail',
    }),
  ),
  values: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'For `change`: the fields to set, as when saving one device',
    }),
  ),
})
export type BulkSheet = Static<typeof BulkSheet>

export const BulkDone = Type.Object({
  devices: Type.Integer({ description: 'How many were changed or removed' }),
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
  names: Type.Array(Type.Object({ id: Type.String(), isdn: Type.String() }), {
    description: 'The first devices that were not restored',
  }),
})
export type BulkUndone = Static<typeof BulkUndone>

const FieldValues = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))
export type FieldValues = Static<typeof FieldValues>

/** Values of the fields on which the choices of other fields depend. */
const ChosenValues = Type.Object({
  shared: Type.Unsafe<FieldValues>({
    ...FieldValues,
    description: 'By field; a field is absent if the devices differ in it',
  }),
  usual: Type.Unsafe<FieldValues>({
    ...FieldValues,
    description: 'The values that most devices have together',
  }),
})
export type ChosenValues = Static<typeof ChosenValues>

const params = Type.Object({ name: BulkName })
const changePath = '/api/devices/bulk/{name}'

export const bulk = {
  change: post('/api/devices/bulk', 'client', {
    summary: 'Change or remove many devices, all or none; a repeat with the same name has no further effect',
    ours: true,
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
  undo: post('/api/devices/bulk/{name}/undo', 'client', {
    summary: 'Undo a change; devices that were changed since stay as they are',
    ours: true,
    params,
    answer: Envelope(BulkUndone),
  }),
  targets: post('/api/devices/bulk/targets', 'client', {
    summary: 'The chosen devices, as targets of an order',
    ours: true,
    reads: true,
    body: BulkChoice,
    answer: Envelope(Type.Array(DeviceHit)),
  }),
  values: post('/api/devices/bulk/values', 'client', {
    summary: 'The values of the chosen devices in fields on which the choices of other fields depend',
    ours: true,
    reads: true,
    body: BulkChoice,
    answer: Envelope(ChosenValues),
  }),
}
