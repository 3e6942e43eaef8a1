/** `config/order-methods.json`: how each content type of an order method is entered and judged (§2, §5, §9). */
import Type, { type Static } from 'typebox'
import { ConfigFile, Few, Strict, Text } from './text'

const MethodTypeFile = Strict({
  label: Type.Optional(Text),
  value: Few(
    ['string', 'number', 'choice'],
    'What is entered: text, a number, or one of the choices in Value',
  ),
  input: Few(['text', 'url', 'password', 'number', 'select', 'multiline'], 'The input that is drawn'),
  bounds: Few(
    ['length', 'value', 'none'],
    'What the pair in Value bounds: the length of a text, the number itself, or nothing',
  ),
  integer: Type.Optional(Type.Boolean({ description: 'Whole numbers only' })),
  required: Type.Optional(
    Type.Boolean({ description: 'Usual: yes, except for texts with a bounded length' }),
  ),
  schemes: Type.Optional(
    Type.Array(Type.String({ pattern: '^[a-z][a-z0-9+.-]*$' }), {
      minItems: 1,
      description: 'For addresses: what may stand before ://',
    }),
  ),
  maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  compose: Few(['editor', 'number', 'select', 'none'], 'What the compose page offers'),
})
export type MethodTypeFile = Static<typeof MethodTypeFile>

export const OrderMethods = ConfigFile({
  types: Type.Record(Type.String(), MethodTypeFile, {
    description: 'By the Type of a method’s content, such as "text"',
  }),
})
export type OrderMethods = Static<typeof OrderMethods>
