/**
 * What devices and the gateway say to each other over MQTT, once, in TypeBox: topics and payloads of protocol version
 * 1. Written up for people who build firmware in `src/server/gateway/PROTOCOL.md`.
 */
import Type, { type Static } from 'typebox'

/** The largest payload that the gateway reads; larger ones are ignored and counted. */
export const DEVICE_PAYLOAD_BYTES = 16_384

/** Into how many parts the fleet is divided among the gateways: by the last two digits of the IMEI. */
export const FLEET_PARTS = 100

const ROOT = 'fleet/v1'

/** The part of a device: the last two digits of its IMEI. */
export const partOf = (imei: string): string => imei.slice(-2)

/** A part by its number: `07`. */
export const partName = (part: number): string => String(part).padStart(2, '0')

/** What comes up from devices. */
export const UP_KINDS = ['presence', 'telemetry', 'result'] as const
export type UpKind = (typeof UP_KINDS)[number]

/** Topics that a device publishes to: `fleet/v1/{nn}/{imei}/up/{kind}`. */
export const upTopic = (imei: string, kind: UpKind): string => `${ROOT}/${partOf(imei)}/${imei}/up/${kind}`

/** The topic on which a device gets its orders: `fleet/v1/{nn}/{imei}/down/order`. */
export const orderTopic = (imei: string): string => `${ROOT}/${partOf(imei)}/${imei}/down/order`

/** On it every device of a part is asked to say once more that it is there. */
export const helloTopic = (part: string): string => `${ROOT}/${part}/all/down/hello`

/** What a gateway subscribes to for a part: everything that its devices say. */
export const upFilter = (part: string): string => `${ROOT}/${part}/+/up/+`

/** Who said what, from a topic that a device published to; undefined for any other topic. */
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
      'What the sender entered for the method: text, also of a number, empty for a method without a value; an object for one with several values',
  }),
  expires: Type.Union([Moment, Type.Null()], { description: 'After it a device does not execute the order' }),
})
export type DeviceOrder = Static<typeof DeviceOrder>

/** Up: what became of an order; repeated as it was when the order comes again. */
export const DeviceResult = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The order' }),
  outcome: Type.Enum(['success', 'failure']),
  reason: Type.Optional(Type.String({ maxLength: 200, description: 'Why it failed, in words for people' })),
})
export type DeviceResult = Static<typeof DeviceResult>

/** Up: whether the device is there; the one with `online: false` is its last will as well. */
export const DevicePresence = Type.Object({
  online: Type.Boolean(),
  session: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'Made up anew for each connection, so that the late will of an old one closes nothing',
  }),
})
export type DevicePresence = Static<typeof DevicePresence>

/** Up: the state of the device. All parts may be missing; a missing part keeps its stored value. */
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
