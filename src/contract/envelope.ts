/** The envelope of answers and the one shape of errors. */
import Type, { type Static, type TProperties, type TSchema } from 'typebox'

/** `{result, message, payload}`. */
export const Envelope = <Payload extends TSchema>(payload: Payload) =>
  Type.Object({ result: Type.Boolean(), message: Type.String(), payload })

/** An answer that only says whether it worked. */
export const Acknowledgement = Type.Object({ result: Type.Boolean(), message: Type.String() })
export type Acknowledgement = Static<typeof Acknowledgement>

/** Records may carry keys that config adds (decision 40). */
export const Open = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: true })

/** What is sent to create or change a record: any of these keys, and those that config adds. */
export const Input = <Properties extends TProperties>(properties: Properties) =>
  Type.Partial(Type.Object(properties), { additionalProperties: true })

/** One cell of a spreadsheet that was refused. */
export const RowError = Type.Object({
  row: Type.Integer({ minimum: 1, description: 'Row number as the spreadsheet shows it; 1 is the header' }),
  column: Type.String({ description: 'The header of the column; empty when the row as a whole is meant' }),
  value: Type.String({ description: 'What stood there, cut to 100 characters' }),
  code: Type.String(),
  message: Type.String(),
})
export type RowError = Static<typeof RowError>

/** What every refusal looks like. `errors` by field with 422, `record` with a conflict, `rows` for spreadsheets. */
export const ErrorBody = Type.Object({
  result: Type.Literal(false),
  message: Type.String({ description: 'What to tell the user, in their language' }),
  code: Type.String({ description: 'Stable name of the cause; its sentence is in i18n under errors.{code}' }),
  request: Type.Optional(
    Type.String({
      description: 'With a failure of the server: the id of the request, by which the log tells more',
    }),
  ),
  errors: Type.Optional(Type.Record(Type.String(), Type.String())),
  record: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'With code `conflict`: the record as somebody else has saved it meanwhile',
    }),
  ),
  leaving: Type.Optional(
    Type.Object(
      {
        before: Type.Integer({ description: 'How many devices the batch has' }),
        left: Type.Integer({ description: 'How many of them would leave' }),
        joined: Type.Integer({ description: 'How many would join' }),
        regrouped: Type.Integer({ description: 'How many would stay, in another bunch' }),
        devices: Type.Integer({ description: 'How many the batch would have' }),
        unknown: Type.Integer({ description: 'How many of the sheet are not registered, or out of reach' }),
      },
      {
        description:
          'With code `batchDevices.leaving`, where other numbers would leave, join or change their bunch than were agreed to; and beside the cells of `batchDevices.rows`, where numbers were agreed to',
      },
    ),
  ),
  found: Type.Optional(
    Type.Integer({ description: 'With code `bulk.changed`: how many devices are chosen by now' }),
  ),
  rows: Type.Optional(Type.Array(RowError)),
  rowsTotal: Type.Optional(
    Type.Integer({ description: 'How many cells were refused; `rows` names the first of them' }),
  ),
})
export type ErrorBody = Static<typeof ErrorBody>

/** A wire time: ISO 8601 in UTC, `0001-01-01T00:00:00Z` when absent (decision 18). */
export const Time = Type.String({ format: 'date-time' })
/** One that is sent: forms say with `null` that it was emptied. */
export const SentTime = Type.Union([Type.String(), Type.Null()])

/**
 * When the record was last changed: ours, so that two people who edit one record notice each other. A save that sends
 * it back is refused with 409 `conflict` when another save came first; one that does not send it overwrites.
 */
export const Updated = Type.Optional(Type.String({ description: 'Ours: when the record was last changed' }))

/** What a database column of ids can hold. */
export const MOST_ID = 2_147_483_647

/** A number that may stand for a record; -1 and 0 for one that is not there yet. */
export const Id = Type.Integer({ minimum: -1, maximum: MOST_ID })

/** An id that a list is narrowed by. */
export const FilterId = Type.Integer({ minimum: 0, maximum: MOST_ID })

/** A small image, as a data URL; a record without one has none. */
export const Picture = Type.Optional(Type.String())

/** An id in a path. */
export const IdParams = Type.Object({ id: Id })

/** `{id, name}`, as the dropdowns of §2 need them. */
export const Named = Open({ id: Type.Integer(), name: Type.String() })
export type Named = Static<typeof Named>

/** The images of those records that have one. */
export const Images = Envelope(Type.Array(Type.Object({ id: Type.Integer(), img: Type.String() })))

export const UploadBody = Type.Object({ file: Type.Any({ description: 'One spreadsheet, xlsx or csv' }) })
