/** The `related` of a resource: which records that refer to one are shown on its page. */
import Type from 'typebox'
import { LevelFor, Strict, TextFor } from './text'

export const Related = Type.Array(
  Strict({
    resource: Type.String({ description: 'The resource whose records are shown' }),
    by: Type.String({ description: 'Its field that refers to this record: a reference, or references' }),
    label: Type.Optional(TextFor('What the tab says; without it the label of that resource')),
    columns: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 100,
        description:
          'The columns of its list that the tab shows, in this order; without it all but that field',
      }),
    ),
    level: Type.Optional(LevelFor('From which level on the tab is there')),
  }),
  {
    minItems: 1,
    maxItems: 20,
    description: 'Tabs on the page of a record with the records of other resources that refer to it',
  },
)
