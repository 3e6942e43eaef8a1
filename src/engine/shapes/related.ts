/** The shape of `related`: tabs on the page of a record that list the records referring to it. */
import Type from 'typebox'
import { LevelFor, StrictObject, TextFor } from './text'

export const Related = Type.Array(
  StrictObject({
    resource: Type.String({ description: 'Resource whose records are shown' }),
    by: Type.String({ description: 'Its field that refers to this record' }),
    label: Type.Optional(TextFor('Title of the tab; by default the label of that resource')),
    columns: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 100,
        description: 'Columns of the tab; by default all except the field `by`',
      }),
    ),
    level: Type.Optional(LevelFor('Lowest level that sees the tab')),
  }),
  {
    minItems: 1,
    maxItems: 20,
    description: 'Tabs with the records that refer to this one; on its page',
  },
)
