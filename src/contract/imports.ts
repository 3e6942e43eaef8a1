/**
 * Import of records by a spreadsheet, for every resource with `import` in config; progress and cancellation of an
 * upload that the server has received. Our own calls, beyond §7.
 */
import Type, { type Static } from 'typebox'
import { columnsQuery, RosterDifferences, SheetReading } from './devices'
import { get, post, remove } from './endpoint'
import { Acknowledgement, Envelope, UploadBody } from './envelope'

/** `both` changes the records that the sheet names and adds the others. */
const IMPORT_MODES = ['add', 'update', 'both'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

const Mode = Type.Enum([...IMPORT_MODES], { default: 'add' })
const params = Type.Object({ resource: Type.String({ maxLength: 64 }) })
const ImportQuery = Type.Object({ mode: Type.Optional(Mode), ...columnsQuery })

/** Rows as `engine/roster` has read them in the browser, to be checked before the upload. */
export const ImportRows = Type.Object({
  mode: Type.Optional(Mode),
  rows: Type.Array(
    Type.Object({
      row: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
      values: Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 10_000 }), {
        description: 'By field: names or ids of other records, as they are written',
      }),
      extra: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), {
        description: 'The values of all other fields',
      }),
      cleared: Type.Optional(
        Type.Array(Type.String({ maxLength: 64 }), {
          maxItems: 300,
          description: 'Fields that an update empties',
        }),
      ),
      invalid: Type.Optional(
        Type.Boolean({
          description: 'The browser has refused a cell and left it out: only names and the key are checked',
        }),
      ),
    }),
    { maxItems: 250 },
  ),
})
export type ImportRows = Static<typeof ImportRows>

export const ImportConflict = Type.Object({
  row: Type.Integer(),
  field: Type.String({ description: 'Empty if the problem concerns the whole row' }),
  code: Type.String(),
  message: Type.String(),
})
export type ImportConflict = Static<typeof ImportConflict>

export const Imported = Type.Intersect([
  Type.Object({
    added: Type.Integer(),
    changed: Type.Integer(),
    unchanged: Type.Integer({ description: 'Rows that are stored like this already' }),
    created: Type.String({ description: 'When it was stored; new records have this time or a later one' }),
    undo: Type.String({ description: 'The name by which the bulk calls undo the import' }),
    undoSeconds: Type.Integer({ description: 'For how long it can be undone; 0 if it cannot' }),
  }),
  SheetReading,
])
export type Imported = Static<typeof Imported>

export const imports = {
  sample: get('/api/import/{resource}/sample', 'client', {
    summary: 'A sample spreadsheet with the columns that the caller may fill in',
    gives: 'file',
    ours: true,
    params,
  }),
  check: post('/api/import/{resource}/check', 'client', {
    summary: 'Which cells could not be stored, for rows that are not uploaded yet; nothing is stored',
    reads: true,
    ours: true,
    params,
    body: ImportRows,
    answer: Envelope(Type.Array(ImportConflict)),
  }),
  differences: post('/api/import/{resource}/differences', 'client', {
    summary: 'The changes that a spreadsheet would make to stored records; empty cells change nothing',
    takes: 'upload',
    reads: true,
    ours: true,
    params,
    query: ImportQuery,
    body: UploadBody,
    answer: Envelope(RosterDifferences),
  }),
  run: post('/api/import/{resource}', 'client', {
    summary:
      'Add or change the records of a spreadsheet, all or none. The header Changing-Devices is the expected number of changed records; any other is 409 `import.changed` with `found`',
    takes: 'upload',
    ours: true,
    params,
    query: ImportQuery,
    body: UploadBody,
    answer: Envelope(Imported),
  }),
}

/** A name that the sender makes up and sends in the header `Upload-Name`. */
const UploadName = Type.String({ pattern: '^[\\w-]{8,64}$' })

export const UploadTurn = Type.Object({
  state: Type.Enum(['waiting', 'reading']),
  before: Type.Integer({
    minimum: 0,
    description:
      'While the upload waits: how many uploads come before it in this server process, including uploads being read',
  }),
})
export type UploadTurn = Static<typeof UploadTurn>

const uploadPath = '/api/uploads/{upload}'
const uploadParams = Type.Object({ upload: UploadName })

export const uploads = {
  turn: get(uploadPath, 'client', {
    summary: 'Whether an upload of the caller is still queued; named by its header Upload-Name',
    params: uploadParams,
    answer: Envelope(UploadTurn),
    ours: true,
  }),
  cancel: remove(uploadPath, 'client', {
    summary:
      'Cancel an upload of the caller, named by its header Upload-Name; the response to the upload shows if it was cancelled (409 `upload.cancelled`) or done',
    params: uploadParams,
    answer: Acknowledgement,
    ours: true,
  }),
}
