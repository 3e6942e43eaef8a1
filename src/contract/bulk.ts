/** Many devices at once: ours, beyond §7. */
import Type, { type Static } from 'typebox'
import { DeviceHit, DeviceQuery } from './devices'
import { get, post, remove } from './endpoint'
import { Acknowledgement, Envelope } from './envelope'

/** `change` sets fields, of which one may be a group or a client; `remove` takes the devices out. */
const BULK_KINDS = ['change', 'remove'] as const

/** How far a change is: it looks for the devices, judges them, and is stored by one statement. */
const BULK_STAGES = ['choosing', 'checking', 'applying', 'done'] as const
export type BulkStage = (typeof BULK_STAGES)[number]

/** How long a change can be undone, in seconds. */
export const UNDO_SECONDS = 60

const {
  page_index,
  page_limit,
  order_by,
  ascending,
  draw,
  level,
  ids: _ids,
  ...asked
} = DeviceQuery.properties

/** The filter of a list, by the keys of its query; those that config adds travel with them. */
const BulkFilter = Type.Object(asked, { additionalProperties: Type.Union([Type.String(), Type.Number()]) })

const Imei = Type.String({ pattern: '^[0-9]{15}$' })

/** Which devices: those of these ids, or all that a filter finds; and how many the sender expects it to be. */
const chosen = {
  ids: Type.Optional(Type.Array(Imei, { maxItems: 100_000, minItems: 1 })),
  filter: Type.Optional(BulkFilter),
  expected: Type.Integer({
    minimum: 0,
    description: 'Another number is refused: 409 `bulk.changed`, with `found`',
  }),
}

const BulkChoice = Type.Object(chosen)
export type BulkChoice = Static<typeof BulkChoice>

/** What the sender calls it. */
const BulkName = Type.String({ pattern: '^[\\w-]{8,64}$' })

export const BulkSheet = Type.Object({
  ...chosen,
  name: BulkName,
  kind: Type.Enum([...BULK_KINDS]),
  values: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Of `change`: the fields, as in a save of one device',
    }),
  ),
})
export type BulkSheet = Static<typeof BulkSheet>

export const BulkDone = Type.Object({
  devices: Type.Integer({ description: 'How many were changed or removed' }),
  undoSeconds: Type.Integer({ description: 'How long it can be undone; 0 where it cannot' }),
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
  left: Type.Integer({ description: 'How many were changed since, and stay as they are' }),
  names: Type.Array(Type.Object({ id: Type.String(), isdn: Type.String() }), {
    description: 'The first of those',
  }),
})
export type BulkUndone = Static<typeof BulkUndone>

const params = Type.Object({ name: BulkName })
const one = '/api/devices/bulk/{name}'

export const bulk = {
  change: post('/api/devices/bulk', 'client', {
    summary: 'Change or remove many devices, all or none; the same name again is the same change',
    ours: true,
    body: BulkSheet,
    answer: Envelope(BulkDone),
  }),
  progress: get(one, 'client', {
    summary: 'How far a change of one’s own is',
    ours: true,
    params,
    answer: Envelope(BulkProgress),
  }),
  cancel: remove(one, 'client', {
    summary:
      'Stop a change of one’s own; the change itself answers whether it was stopped (409 `bulk.cancelled`) or done',
    ours: true,
    params,
    answer: Acknowledgement,
  }),
  undo: post('/api/devices/bulk/{name}/undo', 'client', {
    summary: 'Give the devices of a change back what they had; those changed since stay as they are',
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
}
