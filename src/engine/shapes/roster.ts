/** `config/roster.json`: the spreadsheet that registers devices (decision 29). */
import Type, { type Static } from 'typebox'
import { RULES } from '../registry'
import { ConfigFile, Few, LevelRef, Strict, Text, TextFor } from './text'

const RosterColumn = Strict({
  field: Type.String({ description: 'A field of devices, or one of bunch, vendor, client' }),
  header: TextFor('First cell of the column'),
  aliases: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), { description: 'Other headers that mean this column' }),
  ),
  required: Type.Optional(Type.Boolean()),
  rules: Type.Optional(Type.Array(Few(RULES))),
  max: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, description: 'Greatest length of the text' }),
  ),
  level: Type.Optional(LevelRef),
  examples: Type.Optional(Type.Array(Type.String(), { maxItems: 10, description: 'Shown in the sample' })),
  help: Type.Optional(Text),
  width: Type.Optional(Type.Integer({ minimum: 4, maximum: 80, description: 'In characters' })),
})

const CellWords = (description: string) =>
  Type.Array(Type.String({ minLength: 1 }), { minItems: 1, description })

export const Roster = ConfigFile({
  sheet: TextFor('Name of the sheet in the sample'),
  fileName: TextFor('File name of the sample, ends in .xlsx'),
  yes: CellWords('What cells of a yes-or-no column say for yes'),
  no: CellWords('What they say for no'),
  columns: Type.Array(RosterColumn, { minItems: 1 }),
})
export type Roster = Static<typeof Roster>
