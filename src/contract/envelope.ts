/** The envelope of responses, the shape of errors, and parts that many calls share. */
import Type, { type Static, type TProperties, type TSchema } from 'typebox'

/** `{result, message, payload}`. */
export const Envelope = <Payload extends TSchema>(payload: Payload) =>
  Type.Object({ result: Type.Boolean(), message: Type.String(), payload })

/** A response without a payload. */
export const Acknowledgement = Type.Object({ result: Type.Boolean(), message: Type.String() })
export type Acknowledgement = Static<typeof Acknowledgement>

/** Records may carry keys that config adds (decision 40). */
export const Open = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: true })

/** The body that creates or changes a record: any of these keys, and keys that config adds. */
export const Input = <Properties extends TProperties>(properties: Properties) =>
  Type.Partial(Type.Object(properties), { additionalProperties: true })

/** A refused cell of a spreadsheet. */
export const RowError = Type.Object({
  row: Type.Integer({ minimum: 1, description: 'Row number as the spreadsheet shows it; 1 is the header' }),
  column: Type.String({
    description: 'The header of the column; empty if the problem concerns the whole row',
  }),
  value: Type.String({ description: 'The text of the cell, cut to 100 characters' }),
  code: Type.String(),
  message: Type.String(),
})
export type RowError = Static<typeof RowError>

/** The body of every error response. `errors` by field with 422, `record` with a conflict, `rows` for spreadsheets. */
export const ErrorBody = Type.Object({
  result: Type.Literal(false),
  message: Type.String({ description: 'A message for the user, in their language' }),
  code: Type.String({ description: 'Stable name of the cause; its message is in i18n under errors.{code}' }),
  request: Type.Optional(
    Type.String({
      description: 'For errors of the server: the request id, to find the error in the log',
    }),
  ),
  errors: Type.Optional(Type.Record(Type.String(), Type.String())),
  record: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'With code `conflict`: the record as another user has saved it',
    }),
  ),
  leaving: Type.Optional(
    Type.Object(
      {
        before: Type.Integer({ description: 'How many devices the batch has' }),
        left: Type.Integer({ description: 'How many of them would leave' }),
        joined: Type.Integer({ description: 'How many would join' }),
        regrouped: Type.Integer({ description: 'How many would stay but change their bunch' }),
        devices: Type.Integer({ description: 'How many the batch would have afterwards' }),
        unknown: Type.Integer({
          description: 'How many devices of the sheet are not registered or outside the caller’s scope',
        }),
      },
      {
        description:
          'With code `batchDevices.leaving`: the counts, since they differ from the expected counts. Also with code `batchDevices.rows` if the request contained expected counts',
      },
    ),
  ),
  found: Type.Optional(Type.Integer({ description: 'With code `bulk.changed`: how many devices match now' })),
  rows: Type.Optional(Type.Array(RowError)),
  rowsTotal: Type.Optional(
    Type.Integer({ description: 'How many cells were refused; `rows` names the first of them' }),
  ),
})
export type ErrorBody = Static<typeof ErrorBody>

/** A wire time: ISO 8601 in UTC, `0001-01-01T00:00:00Z` when absent (decision 18). */
export const Time = Type.String({ format: 'date-time' })
/** A time in a request: forms send `null` for an emptied field. */
export const TimeInput = Type.Union([Type.String(), Type.Null()])

/**
 * When the record was last changed: ours, for optimistic locking. If a save sends this value back, it is refused with
 * 409 `conflict` if the record has changed since; a save without the value overwrites the record.
 */
export const Updated = Type.Optional(Type.String({ description: 'Ours: when the record was last changed' }))

/** The largest id: the maximum of PostgreSQL's `integer`. */
export const MAX_ID = 2_147_483_647

/** The id of a record; -1 or 0 for a new record. */
export const Id = Type.Integer({ minimum: -1, maximum: MAX_ID })

/** An id to filter a list by. */
export const FilterId = Type.Integer({ minimum: 0, maximum: MAX_ID })

/** A small image as a data URL; absent without an image. */
export const Picture = Type.Optional(Type.String())

/** An id in a path. */
export const IdParams = Type.Object({ id: Id })

/** `{id, name}`, as the dropdowns of §2 need them. */
export const Named = Open({ id: Type.Integer(), name: Type.String() })
export type Named = Static<typeof Named>

/** The images of all records that have one. */
export const Images = Envelope(Type.Array(Type.Object({ id: Type.Integer(), img: Type.String() })))

export const UploadBody = Type.Object({ file: Type.Any({ description: 'One spreadsheet, xlsx or csv' }) })
