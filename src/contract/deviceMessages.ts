/**
 * MQTT topics and payloads between devices and the gateway, protocol version 1. `src/server/gateway/PROTOCOL.md`
 * describes them for firmware engineers.
 */
import Type, { type Static } from 'typebox'

/** The largest payload that the gateway reads; larger ones are ignored and counted. */
export const DEVICE_PAYLOAD_BYTES = 16_384

/** The fleet is divided into this many parts, by the last two digits of the IMEI; gateways share the parts. */
export const FLEET_PARTS = 100

const ROOT = 'fleet/v1'

/** The part to which a device belongs. */
export const partOf = (imei: string): string => imei.slice(-2)

/** The name of a part: 7 → `07`. */
export const partName = (part: number): string => String(part).padStart(2, '0')

/** Kinds of messages that devices send. */
export const UP_KINDS = ['presence', 'telemetry', 'result'] as const
export type UpKind = (typeof UP_KINDS)[number]

/** Topics that a device publishes to: `fleet/v1/{nn}/{imei}/up/{kind}`. */
export const upTopic = (imei: string, kind: UpKind): string => `${ROOT}/${partOf(imei)}/${imei}/up/${kind}`

/** The topic on which a device receives its orders: `fleet/v1/{nn}/{imei}/down/order`. */
export const orderTopic = (imei: string): string => `${ROOT}/${partOf(imei)}/${imei}/down/order`

/** A message on this topic asks every device of a part to publish its presence again. */
export const helloTopic = (part: string): string => `${ROOT}/${part}/all/down/hello`

/** The topic filter for all messages from the devices of a part. */
export const upFilter = (part: string): string => `${ROOT}/${part}/+/up/+`

/** Parses a topic that a device published to; undefined for any other topic. */
export function readUpTopic(topic: string): { imei: string; kind: UpKind } | undefined {
  const [, part, imei, kind] = /^fleet\/v1\/(\d{2})\/(\d{15})\/up\/([a-z]+)$/.exec(topic) ?? []
  if (!imei || part !== partOf(imei) || !UP_KINDS.includes(kind as UpKind)) return undefined
  return { imei, kind: kind as UpKind }
}

const Moment = Type.String({ maxLength: 40, description: 'ISO 8601 with its offset from UTC' })

/** Down: an order for the device. The same order may come more than once, with the same `id`. */
export const DeviceOrder = Type.Object({
  id: Type.Integer({ minimum: 1, description: 'The order; the device executes it once and keeps the id' }),
  code: Type.String({ description: 'The method' }),
  value: Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })], {
    description:
      'The value of the method: a text (numbers too; empty for a method without a value), or an object for several values',
  }),
  expires: Type.Union([Moment, Type.Null()], { description: 'The device does not execute the order later' }),
})
export type DeviceOrder = Static<typeof DeviceOrder>

/** Up: the result of an order. If the order arrives again, the device repeats the same result. */
export const DeviceResult = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The order' }),
  outcome: Type.Enum(['success', 'failure']),
  reason: Type.Optional(Type.String({ maxLength: 200, description: 'Why it failed, as text for users' })),
})
export type DeviceResult = Static<typeof DeviceResult>

/** Up: whether the device is online. Its last will is this message with `online: false`. */
export const DevicePresence = Type.Object({
  online: Type.Boolean(),
  session: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Random for each connection: a delayed will of an earlier connection has no effect',
  }),
})
export type DevicePresence = Static<typeof DevicePresence>

/** Up: the state of the device. A missing property keeps its stored value. */
export const DeviceTelemetry = Type.Object({
  rsrp: Type.Optional(
    Type.Integer({ minimum: -200, maximum: 0, description: 'dBm; 0 when there is no signal' }),
  ),
  band: Type.Optional(Type.Integer({ minimum: 0, maximum: 1024 })),
  apn: Type.Optional(Type.String({ maxLength: 100 })),
  version: Type.Optional(Type.String({ maxLength: 64 })),
  release: Type.Optional(Type.String({ maxLength: 64 })),
  edition: Type.Optional(Type.String({ maxLength: 64 })),
  province: Type.Optional(Type.String({ pattern: '^KR-\\d{2}$', description: 'ISO 3166-2, such as KR-11' })),
  position: Type.Optional(
    Type.Object({
      lat: Type.Number({ minimum: -90, maximum: 90 }),
      lon: Type.Number({ minimum: -180, maximum: 180 }),
    }),
  ),
})
export type DeviceTelemetry = Static<typeof DeviceTelemetry>

/** The last message of a device that the gateway could not read: as a whole, or only the fields in `fields`. */
export const Misunderstood = Type.Object({
  at: Type.String({ format: 'date-time' }),
  kind: Type.Enum([...UP_KINDS], { description: 'The kind of message' }),
  reason: Type.Enum(['encoding', 'json', 'shape', 'fields', 'size'], {
    description:
      'Not UTF-8; no JSON; a required field is wrong or missing; optional fields were left out; too large',
  }),
  fields: Type.Array(Type.String(), { description: 'The fields that were wrong' }),
})
export type Misunderstood = Static<typeof Misunderstood>
