/** Order methods: the control commands and the values that each accepts (§3). */
import Type, { type Static } from 'typebox'
import { get } from './endpoint'
import { Envelope } from './envelope'

export const Method = Type.Object({
  code: Type.String(),
  caption: Type.String(),
  content: Type.Object({
    Type: Type.String({
      description: 'text, url, password, number, array or object; config/order-methods.json may add more',
    }),
    Value: Type.Optional(
      Type.Array(Type.Union([Type.Number(), Type.String()]), {
        description: 'text and number: [min, max]; array: the choices',
      }),
    ),
    Titles: Type.Optional(
      Type.Record(Type.String(), Type.Object({ ko: Type.String(), en: Type.String() }), {
        description: 'Ours: the labels of the choices, by choice',
      }),
    ),
    Danger: Type.Optional(Type.Boolean({ description: 'Ours: whether consoles ask before it is sent' })),
    Holder: Type.Optional(Type.String({ description: 'Placeholder' })),
    Schema: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'object: a JSON Schema (subset) of its values; a title may be {"ko", "en"}',
        },
      ),
    ),
  }),
})
export type Method = Static<typeof Method>

export const methods = get('/api/methods', 'guest', {
  summary: 'The control commands',
  query: Type.Object({ subject: Type.Optional(Type.Literal('order')) }),
  answer: Envelope(Type.Array(Method)),
})
